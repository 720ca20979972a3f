// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Hints stand in a lab's README.md, folded:
///
///     <details><summary>Hint 1.2</summary>
///
///     exercise 1, second stage
///
///     </details>
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/report/terminal.h"

namespace cudalab::grader {

struct hint {
  int exercise = 0;
  int stage = 0;    ///< 1 tells least
  std::string text; ///< Markdown, without the blank lines around it
};

/// The hints of a README, by exercise and stage.
std::vector<hint> parse_hints(const std::string& readme);

/// Markdown for a terminal: paragraphs wrapped, code as it stands and indented.
std::string render_hint(const std::string& markdown, const style& how);

} // namespace cudalab::grader
