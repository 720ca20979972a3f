// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a class did well and what not, as one page without a script. It names nobody unless that
/// is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/class_tools/stored_grades.h"

namespace cudalab::grader {

/// Of one lab.
struct lab_statistics {
  std::string lab, title;
  std::vector<const stored_grade*> grades;
  std::map<std::string, int> not_graded; ///< "missing" to how many
  std::vector<std::int64_t> handed_in;   ///< every attempt; seconds since 1970
  std::optional<std::int64_t> due;
};

std::string statistics_page(const std::vector<lab_statistics>& labs, bool with_names);

} // namespace cudalab::grader
