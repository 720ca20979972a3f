// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sums that come out of well-known mistakes: when a wrong result is one of them, the student reads
/// which mistake it was.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::lab05 {

using grader::test_case;

/// The sum of the numbers whose index `taken` accepts.
inline double sum_where(const std::vector<int>& numbers,
                        const std::function<bool(std::size_t)>& taken) {
  double sum = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (taken(i))
      sum += numbers[i];
  return sum;
}

/// `sum` is what comes out instead of the whole sum.
inline void add_sum(test_case& one, const std::string& id, const std::string& message, double sum,
                    const std::string& next, std::size_t block = 0) {
  one.known_mistake("d_out", {id,
                              message,
                              [sum] { return std::vector<double>{sum}; },
                              {},
                              next,
                              block == 0 ? "" : fmt::format("blocks of {}", block)});
}

/// How a function of exercises 2 to 5 takes its numbers: some mistakes are possible in one of them
/// only, and the same wrong sum may come from different mistakes.
enum class taking { one_a_thread, two_a_thread, vectors };

/// What is left over is added by every block; how many blocks there are is the student's choice.
inline void add_rest_of_every_block(test_case& one, const std::vector<int>& numbers) {
  constexpr double telling = 100; // a smaller rest divides too many differences
  constexpr std::size_t fewest_a_block = 8 * 32;
  const std::size_t n = numbers.size();
  const double sum = sum_where(numbers, [](std::size_t) { return true; });
  const double rest = sum_where(numbers, [n](std::size_t i) { return i >= n / 4 * 4; });
  if (std::abs(rest) < telling)
    return;
  one.known_mistake("d_out",
                    {"rest_in_every_block",
                     "the numbers that are left over, the last " + std::to_string(n % 4) +
                         ", are in the sum more than once: every block adds them",
                     {},
                     [sum, rest, n](const std::vector<double>& got) {
                       const double more = (got.at(0) - sum) / rest;
                       return more == std::trunc(more) && more >= 1 &&
                              more <= static_cast<double>(n / fewest_a_block);
                     },
                     "threadIdx.x counts in one block only: let the first threads of the whole "
                     "grid take them, by their place in the grid."});
}

/// Each block walks over the array alone, as if it were the only one.
inline void add_step_of_a_block(test_case& one, const std::vector<int>& numbers) {
  const std::size_t n = numbers.size();
  for (std::size_t block = 64; block <= 1024; block *= 2) {
    const std::size_t blocks = (n + 8 * block - 1) / (8 * block);
    if (blocks < 2)
      continue;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const bool left_over = i >= n / 4 * 4;
      const std::size_t times = left_over ? 1 : std::min(i / 4 / block + 1, blocks);
      sum += static_cast<double>(times) * numbers[i];
    }
    add_sum(
        one, "step_of_a_block",
        "numbers are in the sum more than once: the step of the loop is a block's, not the whole "
        "grid's",
        sum, "The step is the number of threads in the whole grid: gridDim.x * BLOCK.", block);
  }
}

inline void add_vector_mistakes(test_case& one, const std::vector<int>& numbers) {
  const std::size_t n = numbers.size();
  if (n % 4 != 0)
    add_sum(one, "rest_missing",
            fmt::format("{} of {} numbers missing, the last: four fit into a load of 16 bytes, "
                        "and what is left over must be added as well",
                        n % 4, n),
            sum_where(numbers, [n](std::size_t i) { return i < n / 4 * 4; }),
            "They begin at n / 4 * 4. Let the first threads of the grid take one each.");
  add_sum(one, "only_x_of_int4",
          "only the first of the four numbers of each int4 is added: x, but y, z, w not",
          sum_where(numbers, [n](std::size_t i) { return i % 4 == 0 || i >= n / 4 * 4; }),
          "An int4 has four members: v.x, v.y, v.z and v.w.");
  add_step_of_a_block(one, numbers);
  add_rest_of_every_block(one, numbers);
}

/// `part`: the numbers of one block, here and below.
inline void add_half_mistake(test_case& one, const std::vector<int>& numbers, std::size_t part) {
  if (numbers.size() > part / 2)
    add_sum(one, "second_half_missing",
            fmt::format("of every {} numbers the second half is missing", part),
            sum_where(numbers, [part](std::size_t i) { return i % part < part / 2; }),
            "Does each thread add two numbers, BLOCK apart? And does the tree begin with as many "
            "threads as half of the block has, or the second stage with the sums of all warps?",
            part);
}

inline void add_part_mistakes(test_case& one, const std::vector<int>& numbers, std::size_t part) {
  const std::size_t n = numbers.size();
  if (n > part)
    add_sum(one, "only_first_block",
            fmt::format("only the first {} numbers are in the sum: the first block's part. Every "
                        "block must add its sum to *d_out",
                        part),
            sum_where(numbers, [part](std::size_t i) { return i < part; }),
            "How many blocks does the launch have, is blockIdx part of the index, and which blocks "
            "come to the atomicAdd?",
            part);
  if (n > part && n % part != 0)
    add_sum(one, "last_block_missing",
            fmt::format("the numbers of the last, partial block are missing: {} numbers need {} "
                        "blocks for {} each, rounded up",
                        n, (n + part - 1) / part, part),
            sum_where(numbers, [n, part](std::size_t i) { return i < n / part * part; }),
            "(n + part - 1) / part rounds n / part up.", part);
}

/// Mistakes of the functions that make one sum, for any size of block.
inline void add_sum_mistakes(test_case& one, const std::vector<int>& numbers, taking how) {
  add_sum(one, "not_set_to_zero",
          "the sum is too small by 1: *d_out held -1 before the call (every bit set) and was not "
          "set to 0, so the blocks added to that",
          sum_where(numbers, [](std::size_t) { return true; }) - 1,
          "Set *d_out to 0 before the launch, in the same stream: cudaMemsetAsync.");
  if (how == taking::vectors)
    return add_vector_mistakes(one, numbers);
  for (std::size_t block = 64; block <= 1024 && numbers.size() > 32; block *= 2)
    add_sum(one, "only_first_warp",
            "of each block only the first warp's numbers are in the sum: the sums of the other "
            "warps must be added too",
            sum_where(numbers, [block](std::size_t i) { return i % block < 32; }),
            "Does lane 0 of each warp store its warp's sum, and does the first warp add them up?",
            block);
  const bool two = how == taking::two_a_thread;
  for (std::size_t block = 64; block <= 1024 && two; block *= 2)
    add_half_mistake(one, numbers, 2 * block);
  for (std::size_t block = 64; block <= 1024; block *= 2)
    add_part_mistakes(one, numbers, two ? 2 * block : block);
}

/// Mistakes of block_sums.
inline void add_block_mistakes(test_case& one, const std::vector<int>& numbers,
                               std::size_t block_size) {
  const std::size_t blocks = (numbers.size() + block_size - 1) / block_size;
  const auto sums_where = [numbers, block_size, blocks](const auto& taken) {
    std::vector<double> sums(blocks);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (taken(i % block_size))
        sums[i / block_size] += numbers[i];
    return sums;
  };
  std::vector<bool> reached(block_size); // by halving the block, rounding down
  reached[0] = true;
  for (std::size_t place = 1; place < block_size; ++place) {
    // Walk this place down: in each round of stride s the places of [s, 2 s) move down by s.
    std::size_t at = place;
    for (std::size_t stride = block_size / 2; stride > 0; stride /= 2)
      if (at >= stride && at < 2 * stride)
        at -= stride;
    reached[place] = at == 0;
  }
  one.known_mistake(
      "d_sums", {"halved_and_rounded_down",
                 fmt::format("in blocks of {} some numbers are never added: halving {} gives an "
                             "odd count on the way, and rounding down loses the one in the "
                             "middle or at the end",
                             block_size, block_size),
                 [sums_where, reached] {
                   return sums_where([&](std::size_t place) { return reached[place]; });
                 },
                 {},
                 fmt::format("Write down the strides of the loop for a block of {}, and which "
                             "elements each round adds.",
                             block_size)});
  one.known_mistake(
      "d_sums", {"nothing_added",
                 "each sum holds only the first number of its block: nothing was "
                 "added to it",
                 [sums_where] { return sums_where([](std::size_t place) { return place == 0; }); },
                 {},
                 "Does the loop begin with half of the block's threads, and is its "
                 "condition true then?"});
  if (blocks > 1 && block_size > 1)
    one.known_mistake(
        "d_sums",
        {"sum_at_index",
         "the sum of block b is at d_sums[b * block_size]: index counts numbers, and d_sums "
         "has one element for each block",
         [sums_where, blocks, block_size] {
           const std::vector<double> sums = sums_where([](std::size_t) { return true; });
           std::vector<double> wrong(blocks, std::numeric_limits<double>::quiet_NaN());
           for (std::size_t b = 0; b * block_size < blocks; ++b)
             wrong[b * block_size] = sums[b];
           return wrong;
         },
         {},
         "Which number of a thread counts blocks?"});
}

} // namespace cudalab::lab05
