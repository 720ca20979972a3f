// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Products that come out of mistakes with phases.
#pragma once

#include <fmt/format.h>

#include "grader/cases/matmul_mistakes.h"

namespace cudalab::lab04 {

inline void add_partial_sums(grader::test_case& one, const grader::product_sizes& sizes, int tile) {
  const int J = sizes.J;
  if (J <= tile)
    return; // a single phase
  // With one whole phase and a part, "only the first" and "without the last" are the same product:
  // the likelier mistake stands first.
  if (J % tile != 0)
    grader::add_partial_sum(
        one, sizes,
        fmt::format("the last, partial phase is missing from the sum: J = {} needs {} "
                    "phases with tiles of {}, rounded up",
                    J, (J + tile - 1) / tile, tile),
        0, J / tile * tile);
  grader::add_partial_sum(
      one, sizes,
      fmt::format("only the first phase is in the sum: the first {} of the {} products "
                  "that make an element",
                  tile, J),
      0, tile);
  grader::add_partial_sum(
      one, sizes,
      "only the last phase is in the sum: the sum must be set to 0 once, before "
      "the first phase",
      (J - 1) / tile * tile, J);
}

/// Call this on a case that has its arguments. `I` to `K` as in lab04.h.
inline void add_known_mistakes(grader::test_case& one, int I, int J, int K) {
  const grader::product_sizes sizes{I, J, K};
  add_partial_sums(one, sizes, 16);
  add_partial_sums(one, sizes, 32);
  grader::add_index_mistakes(one, sizes);
}

} // namespace cudalab::lab04
