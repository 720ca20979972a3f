// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The small calls that `lab run` shows.
#pragma once

#include <vector>

#include "grader/cli/options.h"
#include "grader/lab.h"

namespace cudalab::grader {

/// Those of the lab; of `given`: exercises (empty: all) and the seed. An example belongs to an
/// exercise when a check of it calls the same function.
/// @throws usage_error when the lab has no such exercise, or no example of it
std::vector<test_case> small_examples(const lab_description& one, const options& given);

} // namespace cudalab::grader
