// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What blocks that disturb each other give depends on how fast each of them is. On the emulated
/// device they can run one after the other: then it is the same each time.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "grader/checks/case_fault.h"
#include "grader/checks/context.h"

namespace cudalab::grader {

/// Where a case is wrong, runs all that were compared again, block after block, in place of what
/// they did before: what a student is told of a mistake, and the grade's JSON, come from there. A
/// case that is right then, and was not before, fails because its blocks disturb each other.
void tell_from_order(context& in, const std::filesystem::path& program, run_options options,
                     const std::vector<test_case>& cases, outcome_list& outcomes,
                     std::vector<std::optional<case_fault>>& faults);

} // namespace cudalab::grader
