// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of out[i] = sum over j of in[i + j] * filter[j], 0 <= i <= in_len - filter_len.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/test_case.h"

namespace cudalab::grader {

/// Outputs first to last - 1, in double.
std::vector<double> convolution(const std::vector<float>& in, const std::vector<float>& filter,
                                std::size_t first, std::size_t last);

/// Which rows of `row_length` outputs look wrong, without computing them.
///
/// For a number z of absolute value 1, the outputs of a row weighted with powers of z have the sum
///
///     sum over i of z^i out[i] = sum over j of filter[j] z^-j (sum over k of z^k in[k]),
///
/// where k runs over the inputs of that row and tap, neighbours: a difference of two prefix sums.
/// That is filter_len steps a row and not filter_len * row_length. A wrong output moves the sum by
/// as much as it is wrong by; several that cancel each other for one z do not for a random one.
/// @param out all outputs as the submission made them
/// @param angles of the numbers z, random
std::vector<std::size_t>
suspicious_convolution_rows(const std::vector<float>& in, const std::vector<float>& filter,
                            const std::vector<double>& out, std::size_t row_length,
                            const std::vector<double>& angles, double tolerance);

/// A call of `function` with random inputs and taps in [-1, 1).
/// Small results are compared whole. Large ones, which must have a multiple of 512 outputs, by rows
/// of 512: those that look wrong, and a few more.
/// @param block how many outputs a thread block makes, for the words of a message
/// @param atol the allowed error of an output
test_case convolution_case(random_source& random, const std::string& name,
                           const std::string& function, int in_len, int filter_len,
                           std::size_t block, double atol);

} // namespace cudalab::grader
