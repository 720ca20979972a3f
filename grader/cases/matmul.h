// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases for functions that multiply matrices: P = M * N, M of I x J, N of J x K, row-major.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/cases/sizes.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// The sizes of a product, as the labs name them.
struct product_sizes {
  int I = 0, J = 0, K = 0;
};

/// The seed draws them.
struct product_ranges {
  size_range I, J, K;
  float magnitude = 1; ///< of the elements of M: a power of two

  product_sizes drawn(const random_source& seed) const {
    return {I.drawn(seed, "I"), J.drawn(seed, "J"), K.drawn(seed, "K")};
  }
};

/// M * N in double precision, `rows` x `inner` by `inner` x `columns`.
std::vector<double> product(const std::vector<float>& m, const std::vector<float>& n,
                            std::size_t rows, std::size_t inner, std::size_t columns);

/// Row `row` of the same.
std::vector<double> product_row(const std::vector<float>& m, const std::vector<float>& n,
                                std::size_t inner, std::size_t columns, std::size_t row);

/// Freivalds' check: P r against M (N r) for a random vector r of +1 and -1. The rows in which the
/// two differ by more than rounding explains, for terms of at most `magnitude`. A wrong row is
/// missed with probability 1/2 a round; `signs` gives a round for each of its elements.
std::vector<std::size_t> suspicious_product_rows(const std::vector<float>& m,
                                                 const std::vector<float>& n,
                                                 const std::vector<double>& p, std::size_t rows,
                                                 std::size_t inner, std::size_t columns,
                                                 const std::vector<std::uint64_t>& signs,
                                                 double magnitude);

/// A call f(d_M, d_N, d_P, I, J, K) on random matrices with elements in [-1, 1); one row of M is 0,
/// as results that are 0 must be written, too. Where an element of P is the sum of more than 1,024
/// products, the elements are whole numbers from 1 to 7: nothing is rounded then, and a single
/// product that is missing shows. Small products
/// are expected element by element. Large ones are checked whole by Freivalds' check, and element
/// by element in some rows. The message names blocks of `block` x `block` elements (0: none).
/// More parameters of the function may be added to the case afterwards. @param magnitude of the
/// elements of M, in place of 1: a power of two
test_case matmul_case(random_source& random, const std::string& name, const std::string& function,
                      int I, int J, int K, std::size_t block = 16, float magnitude = 1);

/// The same with matrices near the limits of the header, of which some blocks are run and a few
/// rows are there, over and over (test_case::sampled()): for indices that do not fit their type.
/// The elements of a large matrix are a multiple of 1,024, and its rows should be multiples of 4:
/// with an odd number of columns 1,024 of them are stored. Of a P of one row or one column the grid
/// must have a thread for each element, or threads that go on.
test_case sampled_matmul_case(random_source& random, const std::string& function,
                              const product_sizes& s);

/// The same for P of millions of columns, for grids with more blocks along y or z than there may
/// be: all rows of P are equal, and a part of them is there, over and over. K is a multiple of
/// 131,072, and P has at most 2^30 elements.
test_case many_columns_case(random_source& random, const std::string& function,
                            const product_sizes& s);

} // namespace cudalab::grader
