// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A wrong output whose cause the clean check of its exercise (or of the whole lab) has seen.
#pragma once

#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// Where a correctness check tells first that memory beside an output was overwritten, and a clean
/// check saw accesses outside: says that the two are one mistake.
void tell_one_mistake_once(std::vector<check_result>& judged);

/// An output of floats that was never written holds NaN, and so does one that was added to what it
/// held, or made from memory without a value. Where a correctness check says that nothing was
/// written, and a clean check saw kernels read such memory: says that there is no number instead.
void tell_unset_from_unwritten(std::vector<check_result>& judged);

} // namespace cudalab::grader
