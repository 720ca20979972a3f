// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An output of floats that nobody wrote holds NaN, and so does one that was added to what it held,
/// or made from memory that nobody had set. The emulated device can tell them apart.
#pragma once

#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// Where a correctness check says that nothing was written, and a clean check of its exercise saw
/// kernels read what nobody had set or what lies outside: says that there is no number instead.
void tell_unset_from_unwritten(std::vector<check_result>& judged);

} // namespace cudalab::grader
