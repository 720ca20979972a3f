// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The content of a file, for what is small.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace cudalab::grader {

/// Empty where it cannot be read.
inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

} // namespace cudalab::grader
