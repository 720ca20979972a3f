// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The commands of the grader, but for `watch` (watch/command_watch.h). Each gives its exit code,
/// and throws usage_error for what the person at the keyboard can mend and std::exception for the
/// tool's own failures.
#pragma once

#include "grader/cli/options.h"

namespace cudalab::grader {

int command_grade(const options& given);
int command_run(const options& given);
int command_build(const options& given);
int command_view(const options& given);
int command_bench(const options& given);
int command_limits(const options& given);
int command_list(const options& given);
int command_hint(const options& given);
int command_report(const options& given);
int command_solution(const options& given);
int command_reset(const options& given);
int command_pages(const options& given);
int command_doctor(const options& given);

} // namespace cudalab::grader
