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

// `asked` is what `described` holds; `over`: the check's cases, from the plan.
check_result judge(grading_context& in, const check_description& described,
                   const correctness_check& asked, const check_cases& over);
check_result judge(grading_context& in, const check_description& described,
                   const clean_check& asked, const check_cases& over);
check_result judge(grading_context& in, const check_description& described,
                   const traffic_check& asked, const check_cases& over);
check_result judge(grading_context& in, const check_description& described,
                   const speed_check& asked, const check_cases& over);

} // namespace cudalab::grader
