// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Probes for functions that add up products or numbers: inputs of ones count what was added, and
/// inputs that hold their own index tell which it was.
#pragma once

#include <vector>

#include "grader/cases/matmul.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// For test_case::ask(): of a call f(d_M, d_N, d_P, I, J, K, ...).
std::vector<input_probe> product_probes(const product_sizes& sizes);

/// Of a call f(d_in, in_len, d_filter, filter_len, d_out, ...): d_out[i] is the sum over j of
/// d_in[i + j] * d_filter[j].
std::vector<input_probe> convolution_probes(int in_len, int filter_len);

/// Of a call f(d_in, d_out, n): one sum of ints.
std::vector<input_probe> sum_probes(int n);

} // namespace cudalab::grader
