// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sizes that the seed draws from classes. A lab says
///
///     prime_size(200, 300)   below(32, 3)   exactly(1)
///
/// and gets 211, 95 and 1 for one seed, and others for another. What is drawn hangs on the seed and
/// on these words alone: a correctness check, a clean check and a traffic check that ask in the
/// same words get the same size, and a case of one size and one seed is run once for all of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grader/size_classes.h"

namespace cudalab::grader {

/// Whether this number is of a class of numbers.
/// @param side of a block or tile, for whole_block, below_block and above_block
bool is_of(size_class what, std::size_t number, std::size_t side = 0);

/// Numbers from `low` to `high` of one class, or all of them.
struct size_range {
  int low, high;
  std::vector<size_class> classes = {}; ///< it is of all of these
  int side = 0;                         ///< for whole_block, below_block and above_block

  /// One of them. @param whose different places draw different numbers: "width"
  /// @throws std::logic_error when there is none
  int drawn(const random_source& seed, const std::string& whose = "") const;
};

size_range exactly(int number);
size_range between(int low, int high);
size_range odd_size(int low, int high);
size_range prime_size(int low, int high);
/// Not even a multiple of 2 for rows of float4: 6, 10, 14, ...
size_range twice_odd(int low, int high);
/// A multiple of `side`, up to the `times`-th.
size_range multiple_of(int side, int times = 1);
/// One less than such a multiple.
size_range below(int side, int times = 1);
/// One more.
size_range above(int side, int times = 1);
/// Some more than 16 bits count.
size_range more_than_16_bits();

} // namespace cudalab::grader
