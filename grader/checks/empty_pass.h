// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A function that does nothing has no races either: no points for that.
#pragma once

#include <vector>

#include "grader/checks/context.h"
#include "grader/result.h"

namespace cudalab::grader {

/// A check that passed, but gives no points until `cause` is mended.
void take_back(check_result& passed, const check_result& cause);

/// Fails a clean check that passed although a correctness check of its exercise saw nothing
/// written in any case: nothing came out that could count.
void take_back_empty_pass(std::vector<check_result>& judged, std::size_t check);

/// A clean check that passed on nothing gives no points: a check of correctness of its exercise
/// failed in every case, and no kernel stored anything. (What the device holds may look written:
/// the host filled it with zeros, or the function changes what is there. take_back_empty_pass()
/// sees what was never written.) Where given code calls the function, in a scene, it has kernels of
/// its own, and nothing is said.
void take_back_idle_pass(grading_context& in, std::vector<check_result>& judged, std::size_t check);

} // namespace cudalab::grader
