// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grade as text for a terminal.
#pragma once

#include <string>

#include "grader/report/terminal.h"
#include "grader/result.h"

namespace cudalab::grader {

std::string to_text(const grade& result, const style& how);

/// "the emulated device (CPU): no NVIDIA GPU was found": where it ran, and why there.
std::string place_of(const grade& result);

} // namespace cudalab::grader
