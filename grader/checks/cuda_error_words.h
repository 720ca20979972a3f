// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What to look at after a CUDA call failed.
#pragma once

#include <string>

#include "grader/run/case_runner.h"

namespace cudalab::grader {

/// @param outcome of a call that ended with a CUDA error, or with an exception
/// @param otherwise for an error that has many causes
std::string after_cuda_error(const case_outcome& outcome, const std::string& otherwise);

} // namespace cudalab::grader
