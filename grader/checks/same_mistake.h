// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A thread that is outside of the result and stores all the same is seen twice: beside the output,
/// and as an access outside of an array.
#pragma once

#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// Where a correctness check tells first that memory beside an output was overwritten, and a clean
/// check of its exercise saw accesses outside: says that the two are one mistake.
void tell_one_mistake_once(std::vector<check_result>& judged);

} // namespace cudalab::grader
