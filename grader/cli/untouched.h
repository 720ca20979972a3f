// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which exercises a student has not begun.
#pragma once

#include <set>
#include <string>

namespace cudalab::grader {

/// Exercises of which all code stands in the submission as it stands in the starter: each function
/// that the starter marks (`TODO(lab04.2)`), the unmarked ones that use it, and those that these
/// use. Comments, spacing and `#include` lines do not count. Where it is not sure, an exercise
/// counts as begun: what is untouched is not told in full.
std::set<int> untouched_exercises(const std::string& lab, const std::string& starter,
                                  const std::string& submission);

} // namespace cudalab::grader
