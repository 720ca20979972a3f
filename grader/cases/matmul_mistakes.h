// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Products that come out of well-known mistakes. When a wrong result is one of them, the student
/// reads which mistake it was. For cases of matmul_case, which have all their arguments.
#pragma once

#include <string>

#include "grader/cases/matmul.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// Rows and columns exchanged, or one matrix read with the width of the other.
void add_index_mistakes(test_case& one, const product_sizes& sizes);

/// Wrong launches and guards: which elements of P have a thread. P is made by blocks of `side` x
/// `side` threads.
void add_coverage_mistakes(test_case& one, const product_sizes& sizes, int side);

/// Only the products with first <= j < last are added.
void add_partial_sum(test_case& one, const product_sizes& sizes, const std::string& id,
                     const std::string& message, int first, int last, const std::string& form = "",
                     const std::string& next = "");

} // namespace cudalab::grader
