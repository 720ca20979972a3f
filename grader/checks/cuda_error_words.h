// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What to look at after a CUDA call failed.
#pragma once

#include <string>

namespace cudalab::grader {

/// @param detail how the call ended: the error's name, and the call as the file writes it
/// @param otherwise for an error that has many causes
std::string after_cuda_error(const std::string& detail, const std::string& otherwise);

} // namespace cudalab::grader
