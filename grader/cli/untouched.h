// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which exercises a student has not begun.
#pragma once

#include <set>
#include <string>

namespace cudalab::grader {

/// Exercises of which every function that the starter marks (`TODO(lab04.2)`) stands in the
/// submission as it stands in the starter. What a student has changed anywhere in one of these
/// functions counts as begun.
std::set<int> untouched_exercises(const std::string& lab, const std::string& starter,
                                  const std::string& submission);

} // namespace cudalab::grader
