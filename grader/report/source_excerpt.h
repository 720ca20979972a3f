// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Some lines of a source file around the one that matters.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::grader {

struct source_line {
  int number = 0;
  std::string text; ///< tabs as two blanks, no control characters
  bool marked = false;
};

/// Line `line` with one line before and after it; empty when `file` is no absolute path, cannot be
/// read or has no such line. Blanks that all lines begin with are left out.
std::vector<source_line> excerpt(const std::filesystem::path& file, int line);

} // namespace cudalab::grader
