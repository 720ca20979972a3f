// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Shows the outcome of a build that was asked for by itself.
#pragma once

#include "grader/build/builder.h"
#include "grader/lab.h"

namespace cudalab::grader {

/// True when it was built. Otherwise prints what is wrong in the student's file, and how the
/// compiler says it. @throws usage_error for a missing tool, std::runtime_error for our own faults.
bool report_build(const lab_description& one, const build_outcome& outcome);

} // namespace cudalab::grader
