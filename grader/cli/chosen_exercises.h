// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grading of some exercises only.
#pragma once

#include <string>
#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// The lab with the checks of these exercises alone.
/// @param asked numbers ("2"), or checks ("clean.static") of which the exercise is meant; empty:
/// all
/// @throws usage_error when the lab has no such exercise
lab_description with_exercises(const lab_description& whole, const std::vector<std::string>& asked);

} // namespace cudalab::grader
