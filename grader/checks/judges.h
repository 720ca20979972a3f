// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One function for each kind of check. Each answers with status, message, next, details, findings
/// and data; the engine fills in what stands in the lab's list, and the points.
///
/// A status `error` with data.cause "infrastructure" is nobody's mistake in the submission: the
/// grading as a whole then has no verdict.
#pragma once

#include "grader/checks/context.h"
#include "grader/result.h"

namespace cudalab::grader {

check_result judge_correctness(context& in, const correctness& asked);
check_result judge_clean(context& in, const clean& asked);
check_result judge_traffic(context& in, const traffic& asked);
/// GPU backend only.
check_result judge_speed_check(context& in, const check& described, const speed& asked);

/// A check that could not be judged for a reason outside the submission.
check_result infrastructure_trouble(const std::string& message, const std::string& next = "");
bool is_infrastructure_trouble(const check_result& result);

} // namespace cudalab::grader
