// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// SHA-256 (FIPS 180-4), to name the file that was graded. Here so that grading needs no crypto
/// library installed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace cudalab::grader {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
/// The same by a processor that has no instructions for it, for tests.
std::string sha256_in_plain_code(std::string_view bytes);
/// Of a file's content. @throws std::system_error when it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

} // namespace cudalab::grader
