// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How often a number gets into a sum when a tree goes wrong, and where a number's thread stands in
/// its block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cudalab::lab05 {

/// How a function of exercises 2 to 5 takes its numbers: some mistakes are possible in one of them
/// only, and the same wrong sum may come from different mistakes.
enum class taking { one_a_thread, two_a_thread, vectors };

/// The place in its block of the thread that adds number `i` of `n`.
inline std::size_t place_of(taking how, std::size_t i, std::size_t n, std::size_t block) {
  if (how != taking::vectors)
    return i % block; // two that are a block apart have one thread
  const std::size_t whole = n / 4 * 4;
  return i < whole ? i / 4 % block : i - whole;
}

/// A round of a tree: thread t < `threads` adds the element `stride` places further on.
struct tree_round {
  std::size_t threads, stride;
};

/// The rounds of a tree over `count` elements that keeps the one in the middle of an odd count.
inline std::vector<tree_round> rounds_of(std::size_t count) {
  std::vector<tree_round> rounds;
  while (count > 1) {
    const std::size_t half = (count + 1) / 2;
    rounds.push_back({count - half, half});
    count = half;
  }
  return rounds;
}

/// How often each of `count` numbers is in `partial[0]` after these rounds, or in all elements
/// together. Empty: a round reads outside the array.
inline std::vector<double> shares_of(std::size_t count, const std::vector<tree_round>& rounds,
                                     bool of_all = false) {
  std::vector<double> shares(count, of_all ? 1.0 : 0.0);
  shares[0] = 1;
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
    if (round->threads + round->stride > count)
      return {};
    const std::vector<double> after = shares;
    for (std::size_t t = 0; t < round->threads; ++t)
      shares[t + round->stride] += after[t];
  }
  return shares;
}

} // namespace cudalab::lab05
