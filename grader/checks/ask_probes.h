// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A result is wrong, and nothing known says why: a single call tells whether the call before it is
/// to blame, and other inputs which elements were used.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/checks/case_fault.h"
#include "grader/checks/context.h"

namespace cudalab::grader {

/// Calls once what was called twice, and if that is right says so in the fault that is told first;
/// likewise if the call is right in a program of its own, and wrong when it comes again.
/// Else runs the probes of the smallest case that went wrong in this way, and says in the fault
/// that is told first what the first answer says. Where the fault has words of its own kind,
/// nothing is asked.
void ask_probes(grading_context& in, const std::filesystem::path& program,
                const run_options& options, const std::vector<const test_case*>& cases,
                const std::vector<std::optional<case_fault>>& faults, case_fault& told_first);

} // namespace cudalab::grader
