// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What comes out of well-known mistakes with threads and their numbers. A student whose result is
/// one of these reads which mistake it was.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab01_shapes.h"

namespace cudalab::lab01 {

inline constexpr double not_made = std::numeric_limits<double>::quiet_NaN();

/// The file does not say how many threads its blocks have; these are likely.
inline constexpr std::size_t likely_threads[] = {32, 64, 128, 256, 512, 1024};

/// `all` up to element `end`; nobody makes the rest.
inline std::vector<double> only_before(std::vector<double> all, std::size_t end) {
  for (std::size_t i = end; i < all.size(); ++i)
    all[i] = not_made;
  return all;
}

/// A mistake in the words of a message and of what to look at next; `form` as in misconception.
struct mistake_words {
  std::string id, message, next, form = {};
  std::uint64_t block_threads = 0; ///< as in misconception
};

inline void add_mistake(grader::test_case& one, const std::string& output,
                        const mistake_words& words, std::function<std::vector<double>()> want) {
  grader::misconception mistake{words.id, words.message, std::move(want),
                                {},       words.next,    words.form};
  mistake.block_threads = words.block_threads;
  one.known_mistake(output, mistake);
}

/// What is made where a block begins at blockIdx.x * gridDim.x.
struct confused_index {
  std::size_t blocks, threads;

  bool makes(std::size_t i) const {
    return blocks <= threads ? i < (blocks - 1) * blocks + threads
                             : i / blocks < blocks && i % blocks < threads;
  }
  bool is_whole(std::size_t n) const {
    return n == 0 || blocks == 1 || (blocks <= threads && makes(n - 1));
  }
  std::vector<double> made(std::vector<double> all) const {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!makes(i))
        all[i] = not_made;
    return all;
  }
};

inline void add_vec_add_mistakes(grader::test_case& one, const std::vector<float>& a,
                                 const std::vector<float>& b) {
  const std::size_t n = a.size();
  // One copy for the many mistakes that begin with the right result.
  const auto sums = std::make_shared<std::vector<double>>(n);
  for (std::size_t i = 0; i < n; ++i)
    (*sums)[i] = static_cast<double>(a[i] + b[i]);
  const auto stops_at = [&one, &sums](std::size_t end, const mistake_words& words) {
    if (end < sums->size())
      add_mistake(one, "c", words, [sums, end] { return only_before(*sums, end); });
  };
  for (const std::size_t threads : likely_threads) {
    const std::size_t blocks = (n + threads - 1) / threads;
    const std::string form = fmt::format("{} threads", threads);
    stops_at(n / threads * threads,
             {"blocks_rounded_down",
              fmt::format("the number of blocks is rounded down: {} / {} is {} in C++, and the "
                          "last {} no thread",
                          n, threads, n / threads,
                          n % threads == 1 ? "element has"
                                           : fmt::format("{} elements have", n % threads)),
              "Round up: (n + threads - 1) / threads.", form});
    stops_at(threads,
             {"one_block_only",
              fmt::format("only the first {} elements are made, as many as a block has "
                          "threads",
                          threads),
              "Is blockIdx.x part of the index? And are there enough blocks?", form, threads});
    if (blocks > 1)
      stops_at(blocks - 1 + threads,
               {"block_size_left_out",
                "blockIdx and threadIdx are added, without the size of a block",
                "A block begins at blockIdx.x * blockDim.x: before it come blockIdx.x blocks of "
                "blockDim.x threads each.",
                form});
    if (const confused_index reach{blocks, threads}; !reach.is_whole(n))
      add_mistake(
          one, "c",
          {"grid_size_for_block_size", "gridDim and blockDim are confused in the index",
           "blockDim counts the threads of a block, gridDim the blocks of the grid: a block "
           "begins at blockIdx.x * blockDim.x.",
           form},
          [sums, reach] { return reach.made(*sums); });
  }
  stops_at(n / sizeof(float),
           {"elements_for_bytes", "only a quarter of c arrives",
            "cudaMalloc and cudaMemcpy count bytes, and a float has 4 of them."});
  const auto is = [&one](const std::string& id, const std::string& message,
                         std::vector<double> want) {
    add_mistake(one, "c",
                {id, message, "Look at what the kernel adds, and at what was copied where."},
                [want = std::move(want)] { return want; });
  };
  is("only_a", "c holds a alone", {a.begin(), a.end()});
  is("only_b", "c holds b alone", {b.begin(), b.end()});
  add_mistake(one, "c",
              {"tiny_numbers_lost", "a sum below 2^-126 came out as 0",
               "A float holds such tiny numbers, too, down to 2^-149: is a small sum compared with "
               "a limit, or taken for 0?"},
              [sums] {
                std::vector<double> all = *sums;
                for (double& each : all)
                  if (std::abs(each) < double{std::numeric_limits<float>::min()})
                    each = 0;
                return all;
              });
  std::vector<double> twice(n);
  for (std::size_t i = 0; i < n; ++i)
    twice[i] = static_cast<double>(a[i] + a[i]);
  is("a_twice", "c holds a + a: b is nowhere in it", std::move(twice));
}

/// A shortcut for launches of one dimension looks at one side only: where grid and block have 1
/// there, another side is forgotten, of both or of one of them.
inline void add_total_shortcuts(grader::test_case& one, const grid_and_block& of) {
  const auto add = [&](const std::string& id, std::size_t looked_at, std::size_t forgotten,
                       const std::string& message, const std::string& next) {
    for (const auto& [form, of_grid, of_block] :
         {std::tuple("both", true, true), {"the grid", true, false}, {"the block", false, true}}) {
      const bool flat = of.grid[looked_at] == 1 && of.block[looked_at] == 1;
      const std::size_t left_out = flat ? std::size_t{of_grid ? of.grid[forgotten] : 1} *
                                              (of_block ? of.block[forgotten] : 1)
                                        : 1;
      add_mistake(one, protocol::result_name, {id, message, next, form},
                  [value = of.blocks() * of.threads() / left_out] {
                    return std::vector<double>{static_cast<double>(value)};
                  });
    }
  };
  const std::string every_time = "Multiply all six sizes in every call.";
  add("z_forgotten_where_flat", 1, 2, "z is left out where x or y is 1, and only there",
      "Is there a shortcut for grids and blocks that seem to have one dimension? z may be more "
      "than 1 also where x and y are 1. " +
          every_time);
  add("y_forgotten_where_flat", 2, 1, "y is left out where z is 1, and only there",
      "Is there a shortcut for grids and blocks that seem to have one dimension? y may be more "
      "than 1 also where z is 1. " +
          every_time);
}

inline void add_total_mistakes(grader::test_case& one, const grid_and_block& of) {
  const auto& [grid, block] = of;
  const auto is = [&one](std::size_t value, const mistake_words& words) {
    add_mistake(one, protocol::result_name, words,
                [value] { return std::vector<double>{static_cast<double>(value)}; });
  };
  is(of.blocks(), {"only_blocks", "these are the blocks of the grid",
                   "Multiply by the threads that each of them has."});
  is(of.threads(),
     {"only_threads", "these are the threads of one block", "Multiply by the blocks of the grid."});
  is(of.blocks() + of.threads(), {"blocks_plus_threads", "blocks and threads are added",
                                  "Each block has all these threads: multiply."});
  is(std::size_t{grid[0]} * block[0],
     {"only_x_counted", "only x is counted", "A grid and a block have a y and a z too."});
  is(std::size_t{grid[0]} * grid[1] * block[0] * block[1],
     {"z_not_counted", "z is missing", "A grid and a block have three dimensions."});
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const bool of_grid : {true, false}) {
      const std::string factor = fmt::format("{}.{}", of_grid ? "grid" : "block", "xyz"[axis]);
      is(of.blocks() * of.threads() / (of_grid ? grid : block)[axis],
         {"one_factor_missing", factor + " is missing",
          "The threads of all blocks are grid.x * grid.y * grid.z * block.x * block.y * block.z.",
          factor});
    }
  constexpr std::size_t warp = 32;
  is(of.blocks() * ((of.threads() + warp - 1) / warp * warp),
     {"whole_warps", "the threads of a block are rounded up to whole warps of 32",
      "A block has as many threads as the launch says: one of 1 has 1 thread, though the device "
      "makes a warp for it."});
  is((std::size_t{grid[0]} + grid[1] + grid[2]) * (block[0] + block[1] + block[2]),
     {"sizes_added", "x, y and z are added",
      "A block of (8,4,2) has 8 * 4 * 2 threads: multiply."});
  add_total_shortcuts(one, of);
}

/// Blocks of 128 threads whose first places are `step` apart, less than 128: what is stored in the
/// order of the blocks.
inline bool are_blocks_near(const std::vector<double>& got, bool stores_block) {
  constexpr std::size_t last = 31, threads = 128;
  for (std::size_t step = 2; step < threads; ++step) {
    bool all = true;
    for (std::size_t i = 0; all && i < last * step + threads; ++i) {
      const std::size_t block = std::min(last, i / step);
      all = got[i] == static_cast<double>(stores_block ? block : i - block * step);
    }
    if (all)
      return true;
  }
  return false;
}

inline void add_block_and_thread_mistakes(grader::test_case& one, std::size_t all) {
  const auto is = [&one, all](const std::string& output, const mistake_words& words,
                              std::size_t (*make)(std::size_t)) {
    add_mistake(one, output, words, [all, make] {
      std::vector<double> want(all);
      for (std::size_t i = 0; i < all; ++i)
        want[i] = static_cast<double>(make(i));
      return want;
    });
  };
  const std::string numbers =
      "A block's number is blockIdx.x, a thread's number in it threadIdx.x.";
  is("d_block",
     {"launch_exchanged", "the grid has 128 blocks of 32 threads",
      "Between <<< and >>> the number of blocks comes first, then the threads of a block."},
     [](std::size_t i) { return i / 32; });
  is("d_block", {"block_is_thread", "d_block holds the threads' numbers", numbers},
     [](std::size_t i) { return i % 128; });
  is("d_block",
     {"block_is_size", "d_block holds the size of the blocks",
      "blockDim.x is how many threads a block has, blockIdx.x which block it is."},
     [](std::size_t) { return std::size_t{128}; });
  const mistake_words turned = {
      "place_turned",
      "the place is threadIdx.x * gridDim.x + blockIdx.x: neighbours in a block are 32 places "
      "apart",
      "The threads of a block are side by side: i = blockIdx.x * blockDim.x + threadIdx.x."};
  is("d_block", turned, [](std::size_t i) { return i % 32; });
  is("d_thread", turned, [](std::size_t i) { return i / 32; });
  // Blocks that begin too near to each other: the last one that came to a place is seen there.
  for (const bool block : {true, false}) {
    grader::misconception near{
        "blocks_overlap",
        "the blocks overlap: each begins fewer than 128 places behind the one before it",
        {},
        [block](const std::vector<double>& got) { return are_blocks_near(got, block); },
        "Before block b lie b blocks of blockDim.x threads each: i = blockIdx.x * blockDim.x + "
        "threadIdx.x."};
    near.varies = true;
    one.known_mistake(block ? "d_block" : "d_thread", near);
  }
  is("d_block",
     {"block_is_place", "d_block holds the place of each thread among all 4,096", numbers},
     [](std::size_t i) { return i; });
  is("d_thread",
     {"thread_is_place", "d_thread holds the place of each thread among all 4,096", numbers},
     [](std::size_t i) { return i; });
  is("d_thread", {"thread_is_block", "d_thread holds the blocks' numbers", numbers},
     [](std::size_t i) { return i / 128; });
}

struct saxpy_inputs {
  double alpha;
  std::vector<float> x, y;
  std::size_t blocks;
};

/// Threads of several blocks come to the same elements, and each adds alpha * x again. How often is
/// left open: they do not wait for each other.
inline void add_overlapping_steps(grader::test_case& one, const saxpy_inputs& of) {
  constexpr double close = 1e-3;
  double largest = 0;
  for (const float each : of.x)
    largest = std::max(largest, std::abs(of.alpha * double{each}));
  const double least_change = largest / 100;
  const auto made = [of, least_change](const std::vector<double>& got) {
    bool several = false;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double change = of.alpha * static_cast<double>(of.x[i]);
      if (std::abs(change) < least_change)
        continue; // too little to count by
      const double times = (got[i] - static_cast<double>(of.y[i])) / change;
      if (!(times > 1 - close) || std::abs(times - std::round(times)) > close * times)
        return false;
      several = several || times > 1 + close;
    }
    return several;
  };
  grader::misconception mistake{
      "steps_overlap",
      "alpha * x is added to some elements more than once: several threads come to the same "
      "element",
      {},
      made,
      "Each thread begins at its own place in the whole grid, blockIdx.x * blockDim.x + "
      "threadIdx.x, and goes on in steps of all threads of the grid: gridDim.x * blockDim.x."};
  mistake.varies = true;
  one.known_mistake("d_y", mistake);
}

/// factor * x + rest * y up to element `end`, the old y from there on
inline std::vector<double> made_up_to(const saxpy_inputs& of, double factor, double rest,
                                      std::size_t end) {
  std::vector<double> all(of.y.begin(), of.y.end());
  for (std::size_t i = 0; i < std::min(end, all.size()); ++i)
    all[i] = factor * static_cast<double>(of.x[i]) + rest * all[i];
  return all;
}

/// Only as many elements as the blocks have threads are made, and with other sizes all are.
inline void add_rest_left(grader::test_case& one, const saxpy_inputs& of) {
  for (const std::size_t threads : likely_threads) {
    const std::size_t end = of.blocks * threads;
    if (end >= of.x.size())
      continue;
    grader::misconception mistake{
        "rest_left",
        fmt::format("the first {} of {} elements are made, and the others are as they were", end,
                    of.x.size()),
        [of, end] { return made_up_to(of, of.alpha, 1, end); },
        {},
        "With other sizes all are made. Does a thread go on by more than there are threads "
        "(gridDim.x * blockDim.x)? Does the number of threads, or the step, depend on n?"};
    mistake.vague = true;
    mistake.form = fmt::format("{} threads", threads);
    one.known_mistake("d_y", mistake);
  }
}

inline void add_saxpy_mistakes(grader::test_case& one, const saxpy_inputs& of) {
  const std::size_t n = of.x.size();
  const auto is = [&](const mistake_words& words, double factor, double rest, std::size_t end) {
    add_mistake(one, "d_y", words,
                [of, factor, rest, end] { return made_up_to(of, factor, rest, end); });
  };
  add_overlapping_steps(one, of);
  const std::string formula = "y[i] = alpha * x[i] + y[i], with what y held before.";
  is({"y_unchanged", "d_y is as it was before",
      "Does the kernel run, does its loop begin below n, and does it store?"},
     0, 1, 0);
  is({"y_left_out", "only alpha * x is stored", formula}, of.alpha, 0, n);
  is({"alpha_left_out", "alpha is missing: d_y holds x + y", formula}, 1, 1, n);
  is({"alpha_times_y", "alpha multiplies y", formula}, 1, of.alpha, n);
  for (const std::size_t threads : likely_threads)
    for (const bool all_blocks : {true, false}) {
      const std::size_t blocks = all_blocks ? of.blocks : 1;
      if (blocks * threads < n)
        is({"no_stride_loop",
            fmt::format("only the first {} of {} elements are made, one for each thread of {} "
                        "block{}",
                        blocks * threads, n, blocks, blocks == 1 ? "" : "s"),
            "Each thread must go on: a loop, in steps of all threads of the grid, and no larger.",
            fmt::format("{} threads, {}", threads, all_blocks ? "all blocks" : "a block")},
           of.alpha, 1, blocks * threads);
    }
  add_rest_left(one, of);
}

} // namespace cudalab::lab01
