// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The numbers of a drawing as a table that unfolds below it.
#pragma once

#include <string>
#include <vector>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

/// Plain text in every cell. Columns after the first `words` are numbers.
struct table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::size_t words = 1;
};

markup as_markup(const table& of);
markup folded(const std::string& summary, const table& of);

} // namespace cudalab::grader::html
