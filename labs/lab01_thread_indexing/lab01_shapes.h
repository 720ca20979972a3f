// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Grids of blocks, the index of each of their threads, and ways to get it wrong.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

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

  std::size_t blocks() const { return std::size_t{grid[0]} * grid[1] * grid[2]; }
  std::size_t threads() const { return std::size_t{block[0]} * block[1] * block[2]; }
  std::string name() const {
    return fmt::format("grid {} of blocks {}", written(grid), written(block));
  }
};

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
  const auto unfolded = [](std::size_t i, const dimensions& in) {
    return dimensions{static_cast<unsigned>(i % in[0]), static_cast<unsigned>(i / in[0] % in[1]),
                      static_cast<unsigned>(i / in[0] / in[1])};
  };
  std::vector<double> result;
  for (std::size_t block = 0; block < of.blocks(); ++block)
    for (std::size_t thread = 0; thread < of.threads(); ++thread)
      result.push_back(
          static_cast<double>(make({unfolded(block, of.grid), unfolded(thread, of.block), of})));
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

inline void add_index_mistakes(grader::test_case& one, const grid_and_block& of) {
  const auto is = [&](const std::string& message, std::size_t (*make)(thread_place)) {
    one.known_mistake("d_out", {message, [of, make] { return for_each_thread(of, make); }});
  };
  is("every thread stores 0: work out its x, y and z, then its index",
     [](thread_place) { return std::size_t{0}; });
  one.known_mistake(
      "d_out", {"d_out holds 0, 1, 2, ...: the threads are counted block by block, or stored at "
                "d_out[index]. The index counts along a whole line of the grid, through all blocks "
                "that stand side by side; where to store it is given",
                [of] {
                  std::vector<double> want(of.blocks() * of.threads());
                  for (std::size_t i = 0; i < want.size(); ++i)
                    want[i] = static_cast<double>(i);
                  return want;
                }});
  is("this is the thread's place along x alone: y and z are missing",
     [](thread_place t) { return t.at(0); });
  is("z is missing: (z * height + y) * width + x",
     [](thread_place t) { return t.at(1) * t.extent(0) + t.at(0); });
  is("this is the place in the block alone: blockIdx is missing from x, y and z",
     [](thread_place t) {
       for (unsigned& each : t.block_index)
         each = 0;
       return folded(t, 0, 1);
     });
  is("y and z are exchanged: x counts first, then y, and z last",
     [](thread_place t) { return folded(t, 0, 2); });
  is("x and y are exchanged: neighbours along x have neighbouring indices",
     [](thread_place t) { return folded(t, 1, 0); });
  is("the order is turned round: x counts fastest and z slowest",
     [](thread_place t) { return folded(t, 2, 1); });
  is("gridDim and blockDim are confused: a block begins at blockIdx.x * blockDim.x, because a "
     "block is blockDim.x threads wide",
     [](thread_place t) {
       std::size_t at[3];
       for (std::size_t i = 0; i < 3; ++i)
         at[i] = std::size_t{t.block_index[i]} * t.of.grid[i] + t.thread_index[i];
       return (at[2] * t.extent(1) + at[1]) * t.extent(0) + at[0];
     });
  is("blockDim is taken for the width of the grid: a line of the grid runs through all blocks that "
     "stand side by side, so width is gridDim.x * blockDim.x, and height alike",
     [](thread_place t) { return (t.at(2) * t.of.block[1] + t.at(1)) * t.of.block[0] + t.at(0); });
  is("gridDim is taken for the width of the grid: it counts blocks. The width in threads is "
     "gridDim.x * blockDim.x, and height alike",
     [](thread_place t) { return (t.at(2) * t.of.grid[1] + t.at(1)) * t.of.grid[0] + t.at(0); });
  is("width is used for both: z is multiplied by width * height, y by width",
     [](thread_place t) { return (t.at(2) * t.extent(0) + t.at(1)) * t.extent(0) + t.at(0); });
}

} // namespace cudalab::lab01
