// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grading of some exercises only.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// Their numbers (0: the whole lab).
/// @param asked numbers ("2"), or checks ("clean.static") of which the exercise is meant; empty:
/// all
/// @throws usage_error when the lab has no such exercise
std::set<int> chosen_exercises(const lab_description& whole, const std::vector<std::string>& asked);

} // namespace cudalab::grader
