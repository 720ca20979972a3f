// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Some lines of a source file around the one that matters.
#pragma once

#include <string>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

struct source_line {
  int number = 0;
  std::string text; ///< tabs as two blanks, no control characters
  bool marked = false;
};

/// Line `line` of `file` with one line before and after it; empty when it is not among what the
/// grade quotes. Blanks that all lines begin with are left out.
std::vector<source_line> excerpt(const std::vector<quoted_file>& sources, const std::string& file,
                                 int line);

} // namespace cudalab::grader
