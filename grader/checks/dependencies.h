// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Exercises that call each other: one mistake fails the checks of both.
#pragma once

#include <vector>

#include "grader/lab.h"

namespace cudalab::grader {

/// A failed check that depends on another one that failed (check_description::depends_on) says to
/// mend that first.
/// @param judged parallel to the lab's checks; those that were not judged yet have no id
void point_to_causes(const lab_description& of, std::vector<check_result>& judged);

} // namespace cudalab::grader
