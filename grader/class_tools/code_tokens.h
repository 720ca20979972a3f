// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A file as it is compared with others.
#pragma once

#include <string>
#include <vector>

namespace cudalab::grader {

/// Names as they stand; of numbers, strings and characters only that there is one.
struct code_token {
  std::string word;
  int line = 0; ///< from 1
};

/// Without comments, layout and `#include`s. Of what repeats itself (a table of numbers) only the
/// beginning: its length is no sign of anything, and comparing it takes long.
std::vector<code_token> code_tokens(const std::string& text);

} // namespace cudalab::grader
