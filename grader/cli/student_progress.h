// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The student's files and what is remembered of them, put together.
#pragma once

#include <string>
#include <vector>

#include "grader/cli/lab_list.h"
#include "grader/cli/progress_file.h"

namespace cudalab::grader {

/// A row for each lab that can be loaded.
std::vector<lab_row> student_rows(const progress_file& progress);

/// Says on standard error what is wrong with the progress file, if anything is.
void tell_complaint(const progress_file& progress);

} // namespace cudalab::grader
