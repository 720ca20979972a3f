// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Pairs of hand-ins that share code, side by side, as one page without a script.
#pragma once

#include <string>
#include <vector>

#include "grader/class_tools/similar_code.h"

namespace cudalab::grader {

struct compared_file {
  std::string owner, name; ///< a student or a group; a person's name, as far as it is known
  std::string text;
};

struct similarity_report {
  std::string lab, title;
  std::vector<compared_file> files;
  similar_files found;
  double from = worth_a_look; ///< pairs below are left out
};

std::string similarity_page(const similarity_report& of);

/// "anna (Anna Li)"
std::string words_for(const compared_file& one);

/// More pairs are not shown: a person looks at each.
inline constexpr std::size_t most_pairs_shown = 60;

} // namespace cudalab::grader
