// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What comes out of well-known mistakes with threads and their numbers. A student whose result is
/// one of these reads which mistake it was.
#pragma once

#include <cmath>
#include <limits>
#include <string>
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

inline void add_vec_add_mistakes(grader::test_case& one, const std::vector<float>& a,
                                 const std::vector<float>& b) {
  const std::size_t n = a.size();
  std::vector<double> sums(n);
  for (std::size_t i = 0; i < n; ++i)
    sums[i] = static_cast<double>(a[i] + b[i]);
  const auto stops_at = [&one, &sums](std::size_t end, const std::string& message) {
    if (end > 0 && end < sums.size())
      one.known_mistake("c", {message, [sums, end] { return only_before(sums, end); }});
  };
  for (const std::size_t threads : likely_threads) {
    const std::size_t blocks = (n + threads - 1) / threads;
    if (n / threads != 1)
      stops_at(n / threads * threads,
               fmt::format("the number of blocks is rounded down: {} / {} is {} in C++, and the "
                           "last {} elements have no thread. Round up: (n + threads - 1) / threads",
                           n, threads, n / threads, n % threads));
    stops_at(threads, fmt::format("only the first {} elements are made, as many as a block has "
                                  "threads: blockIdx.x is missing from the index, or there is "
                                  "only one block",
                                  threads));
    if (blocks > 1)
      stops_at((blocks - 1) * blocks + threads,
               "gridDim and blockDim are confused: a block begins at blockIdx.x * blockDim.x. "
               "blockDim counts the threads of a block, gridDim the blocks of the grid");
  }
  stops_at(n / sizeof(float),
           "only a quarter of c arrives: cudaMemcpy counts bytes, and a float has 4 of them");
  const auto is = [&one](const std::string& message, std::vector<double> want) {
    one.known_mistake("c", {message, [want] { return want; }});
  };
  is("c holds a alone: b is missing from the sum", {a.begin(), a.end()});
  is("c holds b alone: a is missing from the sum", {b.begin(), b.end()});
}

inline void add_total_mistakes(grader::test_case& one, const grid_and_block& of) {
  const auto& [grid, block] = of;
  const auto is = [&one](double value, const std::string& message) {
    one.known_mistake(protocol::result_name,
                      {message, [value] { return std::vector<double>{value}; }});
  };
  const auto number = [](std::size_t value) { return static_cast<double>(value); };
  is(0, "total_threads returns 0: multiply the blocks of the grid by the threads of a block");
  is(number(of.blocks()),
     "these are the blocks of the grid: multiply by the threads that each of them has");
  is(number(of.threads()),
     "these are the threads of one block: multiply by the blocks of the grid");
  is(number(of.blocks() + of.threads()),
     "blocks and threads are added: each block has all these threads, so multiply");
  is(number(std::size_t{grid[0]} * block[0]),
     "only x is counted: a grid and a block have a y and a z too");
  is(number(std::size_t{grid[0]} * grid[1] * block[0] * block[1]),
     "z is missing: a grid and a block have three dimensions");
  is(number(std::size_t{grid[0]} + grid[1] + grid[2]) * (block[0] + block[1] + block[2]),
     "x, y and z are added: a block of 8 x 4 x 2 has 8 * 4 * 2 threads, so multiply");
}

inline void add_block_and_thread_mistakes(grader::test_case& one, std::size_t all) {
  const auto from = [all](std::size_t (*make)(std::size_t)) {
    return [all, make] {
      std::vector<double> want(all);
      for (std::size_t i = 0; i < all; ++i)
        want[i] = static_cast<double>(make(i));
      return want;
    };
  };
  one.known_mistake("d_block",
                    {"the grid has 128 blocks of 32 threads: between <<< and >>> the number of "
                     "blocks stands first, then the threads of a block",
                     from([](std::size_t i) { return i / 32; })});
  one.known_mistake("d_block", {"d_block holds the threads' numbers: a block's number is "
                                "blockIdx.x, a thread's number in its block threadIdx.x",
                                from([](std::size_t i) { return i % 128; })});
  one.known_mistake("d_block", {"d_block holds the sizes of blocks: blockDim.x is how many threads "
                                "a block has, blockIdx.x which block it is",
                                from([](std::size_t) { return std::size_t{128}; })});
  one.known_mistake("d_block", {"d_block holds the place of each thread among all 4,096: store the "
                                "number of its block there, blockIdx.x",
                                from([](std::size_t i) { return i; })});
  one.known_mistake("d_thread", {"d_thread holds the place of each thread among all 4,096: its "
                                 "number in its own block is threadIdx.x",
                                 from([](std::size_t i) { return i; })});
}

struct saxpy_inputs {
  double alpha;
  std::vector<float> x, y;
  std::size_t blocks;
};

inline void add_saxpy_mistakes(grader::test_case& one, const saxpy_inputs& of) {
  const std::size_t n = of.x.size();
  /// factor * x + rest * y up to element `end`, the old y from there on
  const auto is = [&](const std::string& message, double factor, double rest, std::size_t end) {
    std::vector<double> want(of.y.begin(), of.y.end());
    for (std::size_t i = 0; i < std::min(end, n); ++i)
      want[i] = factor * static_cast<double>(of.x[i]) + rest * want[i];
    one.known_mistake("d_y", {message, [want] { return want; }});
  };
  is("d_y is as it was before: no thread stored anything", 1, 1, 0);
  is("only alpha * x is stored: add what y held before", of.alpha, 0, n);
  is("alpha is missing: d_y holds x + y", 1, 1, n);
  is("alpha multiplies y: it belongs to x", 1, of.alpha, n);
  for (const std::size_t threads : likely_threads)
    for (const std::size_t blocks : {of.blocks, std::size_t{1}})
      if (blocks * threads < n)
        is(fmt::format("only the first {} of {} elements are made, one for each thread of {} "
                       "block{}: each thread must go on, in steps of all threads of the grid",
                       blocks * threads, n, blocks, blocks == 1 ? "" : "s"),
           of.alpha, 1, blocks * threads);
}

} // namespace cudalab::lab01
