// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The instructor's commands. Each gives its exit code, and throws usage_error for what the person
/// at the keyboard can mend and std::exception for the tool's own failures.
#pragma once

#include "grader/cli/options.h"

namespace cudalab::grader {

int command_course(const options& given);
int command_collect(const options& given);
int command_batch(const options& given);
int command_batch_task(const options& given); ///< started by Slurm
int command_gradebook(const options& given);
int command_export(const options& given);
int command_feedback(const options& given);
int command_similarity(const options& given);
int command_statistics(const options& given);
int command_regrade(const options& given);
int command_verify(const options& given);

} // namespace cudalab::grader
