// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A function that does nothing has no races either: no points for that.
#pragma once

#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// Fails each clean check that passed although a correctness check of its exercise saw nothing
/// written in any case: nothing ran that could have been watched.
void take_back_empty_passes(std::vector<check_result>& judged);

} // namespace cudalab::grader
