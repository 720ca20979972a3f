// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Large cases are most of a grading's time. A function that is already wrong in several small ones
/// is not tried with them: they would say the same again, and its author waits for the verdict.
#pragma once

#include "grader/checks/context.h"

namespace cudalab::grader {

/// So many small cases with a wrong result are enough.
inline constexpr std::size_t wrong_enough = 3;

/// So many elements in all of its arrays together take a tenth of a second and more.
inline constexpr std::size_t many_elements = 100'000;
bool is_large(const test_case& one);

/// The cases that a correctness check is judged over. Runs the small ones, and notes which
/// functions are wrong often enough. All of them on a GPU, which is quick.
check_cases without_spared(grading_context& in, const check_cases& over);

/// The same cases without the large ones of functions that were noted.
check_cases without_noted(const grading_context& in, const check_cases& over);

} // namespace cudalab::grader
