// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sums that come out of well-known mistakes: when a wrong result is one of them, the student reads
/// which mistake it was.
#pragma once

#include <cstddef>
#include <functional>
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
inline void add_sum(test_case& one, const std::string& message, double sum) {
  one.known_mistake("d_out", {message, [sum] { return std::vector<double>{sum}; }});
}

/// How a function of exercises 2 to 5 takes its numbers: some mistakes are possible in one of them
/// only, and the same wrong sum may come from different mistakes.
enum class taking { one_a_thread, two_a_thread, vectors };

inline void add_vector_mistakes(test_case& one, const std::vector<int>& numbers) {
  const std::size_t n = numbers.size();
  if (n % 4 != 0)
    add_sum(one,
            fmt::format("{} of {} numbers missing, the last: four fit into a load of 16 bytes, "
                        "and what is left over must be added as well",
                        n % 4, n),
            sum_where(numbers, [n](std::size_t i) { return i < n / 4 * 4; }));
  add_sum(one, "only the first of the four numbers of each int4 is added: x, but y, z, w not",
          sum_where(numbers, [n](std::size_t i) { return i % 4 == 0 || i >= n / 4 * 4; }));
}

/// `part`: the numbers of one block, here and below.
inline void add_half_mistake(test_case& one, const std::vector<int>& numbers, std::size_t part) {
  if (numbers.size() > part / 2)
    add_sum(one,
            fmt::format("of every {} numbers the second half is missing: each thread should add "
                        "two numbers, {} apart",
                        part, part / 2),
            sum_where(numbers, [part](std::size_t i) { return i % part < part / 2; }));
}

inline void add_part_mistakes(test_case& one, const std::vector<int>& numbers, std::size_t part) {
  const std::size_t n = numbers.size();
  if (n > part)
    add_sum(one,
            fmt::format("only the first {} numbers are in the sum: the first block's part. Every "
                        "block must add its sum to *d_out",
                        part),
            sum_where(numbers, [part](std::size_t i) { return i < part; }));
  if (n > part && n % part != 0)
    add_sum(one,
            fmt::format("the numbers of the last, partial block are missing: {} numbers need {} "
                        "blocks for {} each, rounded up",
                        n, (n + part - 1) / part, part),
            sum_where(numbers, [n, part](std::size_t i) { return i < n / part * part; }));
}

/// Mistakes of the functions that make one sum, for any size of block.
inline void add_sum_mistakes(test_case& one, const std::vector<int>& numbers, taking how) {
  add_sum(one,
          "the sum is too small by 1: *d_out held -1 before the call (every bit set) and was not "
          "set to 0, so the blocks added to that",
          sum_where(numbers, [](std::size_t) { return true; }) - 1);
  if (how == taking::vectors)
    return add_vector_mistakes(one, numbers);
  for (std::size_t block = 64; block <= 1024 && numbers.size() > 32; block *= 2)
    add_sum(one,
            "of each block only the first warp's numbers are in the sum: the sums of the other "
            "warps must be added too",
            sum_where(numbers, [block](std::size_t i) { return i % block < 32; }));
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
      "d_sums", {fmt::format("in blocks of {} some numbers are never added: halving {} gives an "
                             "odd count on the way, and rounding down loses the one in the "
                             "middle or at the end",
                             block_size, block_size),
                 [sums_where, reached] {
                   return sums_where([&](std::size_t place) { return reached[place]; });
                 }});
  one.known_mistake("d_sums", {"each sum holds only the first number of its block: nothing was "
                               "added to it",
                               [sums_where] {
                                 return sums_where([](std::size_t place) { return place == 0; });
                               }});
}

} // namespace cudalab::lab05
