// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Threads beyond an edge, and those that are not: what an access outside of an array is due to,
/// where the sizes of its case and of other cases tell.
#pragma once

#include <string>
#include <vector>

#include "grader/checks/context.h"
#include "grader/checks/merge_findings.h"

namespace cudalab::grader {

/// Changes the advice of accesses outside: where threads of other cases are beyond the same edge
/// and touch nothing, the condition holds for some sizes only; where the thread is inside and far
/// from the beginning, a place may be kept in 16 bits. Of cases with one output and one launch.
void tell_of_edges(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                   std::vector<seen_finding>& found);

} // namespace cudalab::grader
