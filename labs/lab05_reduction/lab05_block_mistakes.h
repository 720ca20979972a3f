// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What comes out of well-known mistakes in exercise 1, one sum for each block.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab05_shares.h"

namespace cudalab::lab05 {

/// The numbers of one call of block_sums, and sums of them.
struct numbers_in_blocks {
  std::vector<int> numbers;
  std::size_t block_size;

  std::size_t blocks() const { return (numbers.size() + block_size - 1) / block_size; }
  /// Block b's numbers are those from begin(b) on, as far as there are any.
  template <class Begin, class Share>
  std::vector<double> sums(Begin begin, Share share) const {
    std::vector<double> made(blocks());
    for (std::size_t b = 0; b < made.size(); ++b)
      for (std::size_t place = 0; place < block_size; ++place)
        if (begin(b) + place < numbers.size())
          made[b] += share(place) * numbers[begin(b) + place];
    return made;
  }
  template <class Share>
  std::vector<double> sums_with(Share share) const {
    return sums([this](std::size_t b) { return b * block_size; }, share);
  }
  std::vector<double> right() const {
    return sums_with([](std::size_t) { return 1.0; });
  }
};

inline constexpr double never_written = -1; ///< an int of which every bit is set

using block_numbers = std::shared_ptr<const numbers_in_blocks>;

/// As the strides of a loop that begins with half of the block, rounded down each time.
inline std::vector<tree_round> rounded_down(std::size_t block_size) {
  std::vector<tree_round> rounds;
  for (std::size_t stride = block_size / 2; stride > 0; stride /= 2)
    rounds.push_back({stride, stride});
  return rounds;
}

/// Rounded up, and the thread in the middle of an odd count adds too.
inline std::vector<tree_round> rounded_up_without_question(std::size_t block_size) {
  std::vector<tree_round> rounds = rounds_of(block_size);
  for (tree_round& round : rounds)
    round.threads = round.stride;
  return rounds;
}

/// "24, 12, 6, 3"
inline std::string counts_down_to_odd(std::size_t count) {
  std::string counts = std::to_string(count);
  while (count % 2 == 0)
    counts += ", " + std::to_string(count /= 2);
  return counts;
}

/// An odd count is cared for in the first round only: the last one is added to the first one before
/// it, or it stays as the first of the next round does.
inline std::vector<std::vector<tree_round>> only_first_odd(std::size_t block_size) {
  std::vector<tree_round> added = rounded_down(block_size), kept;
  if (block_size > 1 && block_size % 2 == 1)
    added.insert(added.begin(), {1, block_size - 1});
  const std::size_t half = (block_size + 1) / 2;
  if (block_size > 1) {
    kept = rounded_down(half);
    kept.insert(kept.begin(), {block_size - half, half});
  }
  return {added, kept};
}

inline void add_tree_mistakes(grader::test_case& one, const block_numbers& of) {
  const std::size_t block_size = of->block_size;
  const auto tree = [&](const std::string& id, const std::string& message,
                        const std::vector<tree_round>& rounds, const std::string& next) {
    const std::vector<double> shares = shares_of(block_size, rounds);
    std::function<std::vector<double>()> made;
    if (!shares.empty())
      made = [of, shares] {
        return of->sums_with([&](std::size_t place) { return shares[place]; });
      };
    one.known_mistake("d_sums", {id, message, made, {}, next});
  };
  tree("halved_and_rounded_down",
       fmt::format("in blocks of {} some numbers are never added: halving {} gives an odd count on "
                   "the way, and rounding down loses the one in the middle or at the end",
                   block_size, block_size),
       rounded_down(block_size),
       fmt::format("Write down the strides of the loop for a block of {}, and which elements each "
                   "round adds.",
                   block_size));
  for (const auto& rounds : only_first_odd(block_size))
    tree("odd_in_later_rounds",
         fmt::format("in blocks of {} some numbers are never added: an odd count is cared for in "
                     "the first round, and not where halving gives one later",
                     block_size),
         rounds,
         fmt::format("Write down how many numbers are left after each round of a block of {}. "
                     "Where that is odd, one has no partner: it must be among those of the next "
                     "round.",
                     block_size));
  tree("middle_added_to_nothing",
       fmt::format("in blocks of {} some numbers are added twice: halving {} gives an odd count on "
                   "the way, and the one in the middle has no partner",
                   block_size, block_size),
       rounded_up_without_question(block_size),
       "A thread adds only where its partner is one of the numbers that are left: tid + half < "
       "count.");
  tree("nothing_added",
       "each sum holds only the first number of its block: nothing was added to it", {},
       "Does the loop begin with half of the block's threads, and is its condition true then?");
  std::vector<tree_round> without_last = rounds_of(block_size), without_first = without_last;
  if (without_last.size() > 1) {
    without_last.pop_back();
    without_first.erase(without_first.begin());
  }
  tree("last_round_missing",
       "the last round of the tree is missing, in which thread 0 adds the element of thread 1",
       without_last, "When has the loop ended? It must go on until one number is left.");
  tree("first_round_missing",
       "the first round of the tree is missing: the numbers of the block's upper half are in no "
       "sum",
       without_first, "The first round adds the upper half of the whole block to the lower one.");
}

/// Of blocks whose number of threads is no power of two: what is special about them. Told where
/// nothing else is known.
inline void add_odd_count_somewhere(grader::test_case& one, const block_numbers& of) {
  const std::size_t block_size = of->block_size;
  if ((block_size & (block_size - 1)) == 0)
    return;
  grader::misconception odd{
      "odd_count_somewhere",
      fmt::format("sums of full blocks of {} threads are wrong", block_size),
      {},
      [of](const std::vector<double>& got) { // a sum that nobody stored says nothing of it
        const std::vector<double> right = of->right();
        const std::size_t full = of->numbers.size() / of->block_size;
        const auto last = right.begin() + static_cast<std::ptrdiff_t>(full);
        return !std::equal(right.begin(), last, got.begin(), [](double want, double made) {
          return made == want || made == never_written;
        });
      },
      fmt::format("Where a block is halved again and again, the counts are {}, and so on: of an "
                  "odd count, in whichever round, one has no partner. Which thread adds it, and "
                  "when?",
                  counts_down_to_odd(block_size))};
  odd.vague = true;
  odd.reason = "wrong_values";
  one.known_mistake("d_sums", odd);
}

/// The last block is not full, and its sum is the only wrong one.
inline void add_partial_block_mistakes(grader::test_case& one, const block_numbers& of) {
  const std::size_t n = of->numbers.size(), rest = n % of->block_size;
  if (rest == 0)
    return;
  const std::size_t behind = of->block_size - rest;
  one.known_mistake(
      "d_sums",
      {"filled_with_ones",
       fmt::format("the sum of the last block is too large by {}: so many of its threads have no "
                   "number, and each adds 1",
                   behind),
       [of, behind] {
         std::vector<double> sums = of->right();
         sums.back() += static_cast<double>(behind);
         return sums;
       },
       {},
       "Such a thread puts the number into the sum that changes nothing: 0."});
  grader::misconception last{
      "last_block_alone",
      fmt::format(
          "only the sum of the last block is wrong: with n = {} it has numbers for {} of its "
          "{} threads",
          n, rest, of->block_size),
      {},
      [of](const std::vector<double>& got) {
        const std::vector<double> right = of->right();
        return std::equal(right.begin(), right.end() - 1, got.begin()) && got != right &&
               got.back() != never_written;
      },
      "What do its other threads put into the sum? It must be 0, and they must read nothing: a "
      "thread has a number where index < n. That is not a question about tid, and not <=."};
  last.vague = true;
  last.reason = "wrong_values";
  one.known_mistake("d_sums", last);
}

inline void add_index_mistakes(grader::test_case& one, const block_numbers& of) {
  const std::size_t blocks = of->blocks(), block_size = of->block_size;
  const auto all = [](std::size_t) { return 1.0; };
  one.known_mistake("d_sums",
                    {"blocks_take_the_same",
                     "every sum is that of the first block: all blocks add up the same numbers",
                     [of, all] { return of->sums([](std::size_t) { return 0; }, all); },
                     {},
                     "Block b begins at number b * blockDim.x: is blockIdx.x in the index?"});
  one.known_mistake(
      "d_sums",
      {"grid_for_block",
       "block b takes the numbers from b * gridDim.x on: gridDim is how many blocks there are",
       [of, all, blocks] { return of->sums([blocks](std::size_t b) { return b * blocks; }, all); },
       {},
       "A block has blockDim.x threads, so block b begins at b * blockDim.x."});
  // Of fewer blocks than threads only the first one's sum is where it should be, in any case.
  one.known_mistake("d_sums",
                    {"sum_at_index",
                     "the sum of block b is at d_sums[b * block_size]: index counts numbers, and "
                     "d_sums has one element for each block",
                     [of, blocks, block_size] {
                       const std::vector<double> sums = of->right();
                       std::vector<double> wrong(blocks, -std::numeric_limits<double>::infinity());
                       for (std::size_t b = 0; b * block_size < blocks; ++b)
                         wrong[b * block_size] = sums[b];
                       return wrong;
                     },
                     {},
                     "Store it at d_sums[blockIdx.x]: that counts blocks."});
  one.known_mistake(
      "d_sums",
      {"only_first_block",
       "only block 0 stores its sum",
       [of, blocks] {
         std::vector<double> sums(blocks, -std::numeric_limits<double>::infinity());
         sums[0] = of->right()[0];
         return sums;
       },
       {},
       "Each block has a thread 0 that stores: threadIdx.x == 0. An index made with blockIdx is 0 "
       "in the first block alone. And does the launch have a block for each sum?"});
}

/// Mistakes of block_sums.
inline void add_block_mistakes(grader::test_case& one, const std::vector<int>& numbers,
                               std::size_t block_size) {
  const block_numbers of =
      std::make_shared<const numbers_in_blocks>(numbers_in_blocks{numbers, block_size});
  add_tree_mistakes(one, of);
  add_partial_block_mistakes(one, of);
  if (of->blocks() > 1)
    add_index_mistakes(one, of);
  add_odd_count_somewhere(one, of);
}

} // namespace cudalab::lab05
