// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Grids of blocks, and the index of each of their threads.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace cudalab::lab01 {

using dimensions = std::array<unsigned, 3>; ///< x, y, z

/// (4), (4,3) or (4,3,2): ones at the end are not written.
inline std::string written(const dimensions& of) {
  if (of[2] > 1)
    return fmt::format("({},{},{})", of[0], of[1], of[2]);
  return of[1] > 1 ? fmt::format("({},{})", of[0], of[1]) : fmt::format("({})", of[0]);
}

struct grid_and_block {
  dimensions grid, block;

  bool is_solid() const { return grid[2] * block[2] > 1; } ///< in three dimensions
  std::size_t blocks() const { return std::size_t{grid[0]} * grid[1] * grid[2]; }
  std::size_t threads() const { return std::size_t{block[0]} * block[1] * block[2]; }
  std::string name() const {
    return fmt::format("grid {} of blocks {}", written(grid), written(block));
  }
};

/// The i-th place of a grid or a block, x counting first.
inline dimensions unfolded(std::size_t i, const dimensions& in) {
  return {static_cast<unsigned>(i % in[0]), static_cast<unsigned>(i / in[0] % in[1]),
          static_cast<unsigned>(i / in[0] / in[1])};
}

/// The i-th place in words: "5" along a line, "(1,0)" or "(1,0,3)".
inline std::string place_in(std::size_t i, const dimensions& in) {
  const dimensions at = unfolded(i, in);
  if (in[2] > 1)
    return fmt::format("({},{},{})", at[0], at[1], at[2]);
  return in[1] > 1 ? fmt::format("({},{})", at[0], at[1]) : std::to_string(at[0]);
}

/// What a thread knows about itself.
struct thread_place {
  dimensions block_index, thread_index;
  grid_and_block of;

  /// Its place in the whole grid along x (0), y (1) or z (2).
  std::size_t at(int axis) const {
    const auto i = static_cast<std::size_t>(axis);
    return std::size_t{block_index[i]} * of.block[i] + thread_index[i];
  }
  /// How many threads the whole grid has along an axis.
  std::size_t extent(int axis) const {
    const auto i = static_cast<std::size_t>(axis);
    return std::size_t{of.grid[i]} * of.block[i];
  }
};

/// What `make` gives for each thread, in the order of d_out: a row for each block.
inline std::vector<double> for_each_thread(const grid_and_block& of,
                                           const std::function<std::size_t(thread_place)>& make) {
  std::vector<double> result;
  for (std::size_t block = 0; block < of.blocks(); ++block)
    for (std::size_t thread = 0; thread < of.threads(); ++thread)
      result.push_back(static_cast<double>(static_cast<int>( // a wrong index may overflow
          make({unfolded(block, of.grid), unfolded(thread, of.block), of}))));
  return result;
}

/// Along axis `fastest` first, then along `next`.
inline std::size_t folded(const thread_place& t, int fastest, int next) {
  const int last = 3 - fastest - next;
  return (t.at(last) * t.extent(next) + t.at(next)) * t.extent(fastest) + t.at(fastest);
}

/// What fill_global_index must store.
inline std::vector<double> global_index(const grid_and_block& of) {
  return for_each_thread(of, [](const thread_place& t) { return folded(t, 0, 1); });
}

} // namespace cudalab::lab01
