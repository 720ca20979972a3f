// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Small matrices as text, as numbers or drawn.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/report/terminal.h"

namespace cudalab::grader {

struct matrix {
  std::vector<double> values; ///< row-major
  std::size_t columns = 1;
  std::vector<bool> unwritten; ///< shown as "?"; empty: none
  std::vector<bool> marked;    ///< wrong: shown with a "*"; empty: none
};

/// Elements from 0 (dark) to 9 (bright) as a picture, one character each and one line a row. "?"
/// was never written, "!" is no such number.
std::string render_picture(const matrix& content, const style& how, const std::string& indent);

/// One line a row, columns aligned, at most 16 rows and columns ("..." stands for the rest).
std::string render_matrix(const matrix& content, const style& how, const std::string& indent);

} // namespace cudalab::grader
