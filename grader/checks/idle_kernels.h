// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Kernels that store nothing, where the host put something into the output all the same.
#pragma once

#include <vector>

#include "grader/checks/context.h"
#include "grader/result.h"

namespace cudalab::grader {

/// A clean check that passed on nothing gives no points: a check of correctness of its exercise
/// failed in every case, and no kernel stored anything. (What the device holds may look written:
/// the host filled it with zeros, or the function changes what is there. take_back_empty_passes()
/// sees what was never written.) Where given code calls the function, in a scene, it has kernels of
/// its own, and nothing is said.
void take_back_idle_passes(grading_context& in, std::vector<check_result>& judged);

} // namespace cudalab::grader
