// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sums that come out of well-known mistakes: when a wrong result is one of them, the student reads
/// which mistake it was.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab05_shares.h"

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

/// As 32 bits hold it: a sum that is added many times goes round.
inline double in_an_int(double sum) {
  return static_cast<double>(static_cast<std::int32_t>(static_cast<std::int64_t>(sum)));
}

/// `sum` is what comes out instead of the whole sum.
inline void add_sum(test_case& one, const std::string& id, const std::string& message, double sum,
                    const std::string& next, std::size_t block = 0) {
  one.known_mistake("d_out", {id,
                              message,
                              [sum] { return std::vector<double>{in_an_int(sum)}; },
                              {},
                              next,
                              block == 0 ? "" : fmt::format("blocks of {}", block)});
}

/// What is left over is added by every block; how many blocks there are is the student's choice.
/// (Of a small rest nobody can tell how often it was added.)
inline void add_rest_of_every_block(test_case& one, const std::vector<int>& numbers) {
  constexpr double telling = 100; // a smaller rest divides too many differences
  constexpr std::size_t fewest_a_block = 8 * 32;
  const std::size_t n = numbers.size();
  const double sum = sum_where(numbers, [](std::size_t) { return true; });
  const double rest = sum_where(numbers, [n](std::size_t i) { return i >= n / 4 * 4; });
  if (n % 4 == 0 || n < fewest_a_block)
    return; // nothing is left over, or there is one block
  grader::misconception mistake{
      "rest_in_every_block",
      "the numbers that are left over, the last " + std::to_string(n % 4) +
          ", are in the sum more than once: every block adds them",
      {},
      {},
      "threadIdx.x counts in one block only: let the first threads of the whole grid take them, by "
      "their place in the grid."};
  if (std::abs(rest) < telling)
    mistake.want = [] { return std::vector<double>{std::numeric_limits<double>::infinity()}; };
  else
    mistake.made = [sum, rest, n](const std::vector<double>& got) {
      const double more = (got.at(0) - sum) / rest;
      return more == std::trunc(more) && more >= 1 &&
             more <= static_cast<double>(n / fewest_a_block);
    };
  one.known_mistake("d_out", mistake);
}

/// How often vector `v` is in the sum.
using times_of_vector = std::function<double(std::size_t v)>;

/// Of exercise 5: a launch that gives each thread `numbers` of the array, in blocks of `block`.
struct grid_shape {
  std::size_t block = 0, numbers = 0;

  std::size_t blocks(std::size_t n) const { return (n + numbers * block - 1) / (numbers * block); }
};

/// lab05.h allows 8 numbers a thread at least, and asks for no more than 32.
inline std::vector<grid_shape> grid_shapes() {
  std::vector<grid_shape> all;
  for (const std::size_t each : {8, 16, 32})
    for (std::size_t block = 64; block <= 1024; block *= 2)
      all.push_back({block, each});
  return all;
}

/// Mistakes in the loop over the grid. A sum is made when it is asked for: most never are.
inline void add_loop_mistakes(test_case& one, const std::vector<int>& some) {
  const auto numbers = std::make_shared<const std::vector<int>>(some);
  const std::size_t n = some.size(), count = n / 4;
  for (const grid_shape& shape : grid_shapes()) {
    const std::size_t block = shape.block, blocks = shape.blocks(n), threads = blocks * block;
    const std::string launch =
        fmt::format("blocks of {}, {} numbers a thread", block, shape.numbers);
    const auto loop = [&](const std::string& id, const std::string& message,
                          const times_of_vector& times, const std::string& next) {
      const auto sum = [numbers, times, n, count] {
        double all = 0;
        for (std::size_t i = 0; i < n; ++i)
          all += (i / 4 < count ? times(i / 4) : 1.0) * (*numbers)[i];
        return std::vector<double>{in_an_int(all)};
      };
      one.known_mistake("d_out", {id, message, sum, {}, next, launch});
    };
    const std::string step = "The step is the number of threads in the whole grid: gridDim.x * "
                             "BLOCK.";
    if (blocks > 1)
      loop(
          "step_of_a_block",
          "numbers are in the sum more than once: the step of the loop is a block's, not the whole "
          "grid's",
          [block, blocks](std::size_t v) {
            return static_cast<double>(std::min(v / block + 1, blocks));
          },
          step);
    loop(
        "step_of_one",
        "numbers are in the sum many times: the step of the loop is 1, so each "
        "thread walks over all that follows its first number",
        [threads](std::size_t v) { return static_cast<double>(std::min(v + 1, threads)); }, step);
    loop(
        "step_of_blocks",
        "numbers are in the sum many times: the step of the loop is the number of blocks, and not "
        "that of threads",
        [threads, blocks](std::size_t v) {
          const std::size_t last = std::min(v, threads - 1);
          const std::size_t first = v % blocks;
          return first > last ? 0.0 : static_cast<double>((last - first) / blocks + 1);
        },
        step);
    loop(
        "last_vector_only",
        "of each thread only the last int4 is in the sum: the ones before it are overwritten",
        [threads, count](std::size_t v) { return v + threads >= count ? 1.0 : 0.0; },
        "Add to the sum in each round: +=.");
    for (const bool whole_rest : {true, false}) {
      const auto sum = [numbers, threads, n, count, whole_rest] {
        std::vector<double> often(count);
        for (std::size_t t = 0; t < threads; ++t)
          for (std::size_t v = 4 * t; v < count; v += threads)
            often[v] += 1;
        double all = 0;
        for (std::size_t i = 0; i < n; ++i)
          all += (i / 4 < count                  ? often[i / 4]
                  : whole_rest || i == 4 * count ? 1.0
                                                 : 0.0) *
                 (*numbers)[i];
        return std::vector<double>{in_an_int(all)};
      };
      one.known_mistake(
          "d_out",
          {"four_times_the_index",
           "most numbers are missing, and some are in the sum more than once: thread t begins with "
           "vector 4 * t",
           sum,
           {},
           "An index into an array of int4 counts int4, not numbers: thread t begins with "
           "vectors[t].",
           fmt::format("{}, {} of the rest", launch, whole_rest ? "all" : "one")});
    }
  }
}

/// What is left over is looked for in the wrong place.
inline void add_misplaced_rest(test_case& one, const std::vector<int>& numbers) {
  const std::size_t n = numbers.size(), whole = n / 4 * 4;
  double sum = sum_where(numbers, [whole](std::size_t i) { return i < whole; });
  for (std::size_t i = n / 4; i < n / 4 + n % 4; ++i)
    sum += numbers[i];
  if (n % 4 != 0)
    add_sum(
        one, "rest_at_a_quarter",
        fmt::format("the last {} of {} numbers are missing: others, from n / 4 on, are added in "
                    "their place",
                    n % 4, n),
        sum, "n / 4 counts int4. The numbers that are left over begin at 4 * (n / 4).");
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
  add_loop_mistakes(one, numbers);
  add_misplaced_rest(one, numbers);
  add_rest_of_every_block(one, numbers);
}

/// The numbers of threads that a shuffle or a round of the tree loses, whatever the block's size.
inline void add_round_mistakes(test_case& one, const std::vector<int>& numbers, taking how) {
  constexpr std::size_t block = 512; // the places asked for below are those in any block
  const auto taken = [&](const auto& is_taken) {
    return sum_where(numbers, [&, n = numbers.size()](std::size_t i) {
      return is_taken(place_of(how, i, n, block));
    });
  };
  add_sum(one, "last_round_missing",
          "the last round of the tree is missing, in which thread 0 adds the element of thread 1: "
          "only the numbers of threads 0, 2, 4, ... are in the sum",
          taken([](std::size_t place) { return place % 2 == 0; }),
          "When has the loop ended? Its last round is the one with stride 1.");
  add_sum(one, "last_distance_missing",
          "the shuffle with distance 1 is missing: only the numbers of lanes 0, 2, 4, ... are in "
          "the sum, and of these warps 0, 2, 4, ...",
          taken([](std::size_t place) { return place % 2 == 0 && place / 32 % 2 == 0; }),
          "The distances are 16, 8, 4, 2 and 1: when does the loop of warp_sum end?");
  add_sum(one, "first_distance_missing",
          "the shuffle with distance 16 is missing: only the numbers of lanes 0 to 15 are in the "
          "sum",
          taken([](std::size_t place) { return place % 32 < 16; }),
          "The distances are 16, 8, 4, 2 and 1: where does the loop of warp_sum begin?");
  add_sum(one, "shuffled_up",
          "the sum is 1,024 times the number of thread 0 of each block: lane 0 got its own value "
          "back in each shuffle",
          1024 * sum_where(numbers, [&, n = numbers.size()](
                                        std::size_t i) { return place_of(how, i, n, block) == 0; }),
          "__shfl_down_sync brings the values of lanes further up down to lane 0; "
          "__shfl_up_sync brings them the other way.",
          block);
}

/// The whole sum, several times: a submission has one factor.
inline void add_factors(test_case& one, const std::vector<int>& numbers) {
  const double sum = sum_where(numbers, [](std::size_t) { return true; });
  const auto times = [&](int factor, const std::string& why, const std::string& next) {
    one.known_mistake("d_out",
                      {"several_times",
                       fmt::format("the sum is exactly {} times the right one{}", factor, why),
                       [sum, factor] { return std::vector<double>{in_an_int(factor * sum)}; },
                       {},
                       next,
                       fmt::format("{} times", factor)});
  };
  const std::string twice =
      "Is a number loaded twice? Do the parts of two blocks overlap? In a shuffle: beyond lane 31 "
      "a lane gets its own value back, so the distances begin with 16 and not with 32.";
  times(2, "", twice);
  times(4, "", twice);
  for (const int warps : {8, 16})
    times(warps, ": does a thread of each warp add the block's sum to *d_out?",
          "Only one thread of the block may come to the atomicAdd: threadIdx.x == 0.");
  times(32, ", as many times as a warp has lanes: does every lane add?",
        "Only one thread of the block may come to the atomicAdd: threadIdx.x == 0.");
  for (const int threads : {64, 128, 256, 512, 1024})
    times(threads, ", as many times as a block has threads: each of them adds the block's sum",
          "Only one thread of the block may come to the atomicAdd: threadIdx.x == 0.");
}

/// What all threads of a block add when each brings its own element of the tree.
inline void add_elements_of_all(test_case& one, const std::vector<int>& numbers, taking how) {
  for (std::size_t block = 64; block <= 1024; block *= 2) {
    const std::vector<double> shares = shares_of(block, rounds_of(block), true);
    double sum = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      sum += shares[place_of(how, i, numbers.size(), block)] * numbers[i];
    add_sum(one, "every_thread_adds_its_own",
            "numbers are in the sum more than once: after the tree every thread of the block adds "
            "its own element, and most of these hold sums of several numbers",
            sum, "Only thread 0 adds, and only partial[0]: it is the sum of the block.", block);
  }
}

/// Every block takes the numbers of the first one.
inline void add_same_part(test_case& one, const std::vector<int>& numbers, std::size_t part) {
  const std::size_t n = numbers.size(), blocks = (n + part - 1) / part;
  if (blocks > 1)
    add_sum(one, "blocks_take_the_same",
            fmt::format("the first {} numbers are in the sum {} times, and all others never: every "
                        "block takes the same numbers",
                        part, blocks),
            static_cast<double>(blocks) *
                sum_where(numbers, [part](std::size_t i) { return i < part; }),
            "Is blockIdx.x part of each thread's index?", part);
}

/// Two numbers a thread, and blocks that begin where those of exercise 2 do.
inline void add_overlapping_parts(test_case& one, const std::vector<int>& numbers,
                                  std::size_t block) {
  const std::size_t n = numbers.size();
  for (const std::size_t numbers_a_block : {2 * block, block}) {
    const std::size_t blocks = (n + numbers_a_block - 1) / numbers_a_block;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t own = i / block;
      sum += ((own < blocks ? 1.0 : 0.0) + (own > 0 && own - 1 < blocks ? 1.0 : 0.0)) * numbers[i];
    }
    one.known_mistake(
        "d_out",
        {"parts_overlap",
         fmt::format(
             "numbers are in the sum twice: each block takes {} numbers, and begins only {} "
             "after the one before",
             2 * block, block),
         [sum] { return std::vector<double>{sum}; },
         {},
         "Block b takes 2 * BLOCK numbers, so it begins at number b * 2 * BLOCK.",
         fmt::format("{} blocks of {}", numbers_a_block, block)});
  }
}

/// Threads behind the last number bring a 1.
inline void add_ones(test_case& one, const std::vector<int>& numbers, std::size_t part) {
  const std::size_t n = numbers.size(), behind = (n + part - 1) / part * part - n;
  if (behind != 0)
    add_sum(one, "filled_with_ones",
            fmt::format("the sum is too large by {}: so many threads of the last block have no "
                        "number, and each adds 1",
                        behind),
            sum_where(numbers, [](std::size_t) { return true; }) + static_cast<double>(behind),
            "Such a thread puts the number into the sum that changes nothing: 0.", part);
}

/// `part`: the numbers of one block, here and below.
inline void add_half_mistake(test_case& one, const std::vector<int>& numbers, std::size_t part,
                             taking how) {
  if (numbers.size() > part / 2)
    add_sum(one, "second_half_missing",
            fmt::format("of every {} numbers the second half is missing", part),
            sum_where(numbers, [part](std::size_t i) { return i % part < part / 2; }),
            std::string(how == taking::two_a_thread
                            ? "Does each thread add two numbers, BLOCK apart? And does the tree "
                            : "Does the tree ") +
                "begin with as many threads as half of the block has, or the second stage with the "
                "sums of all warps?",
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

/// Nothing came to *d_out, which is true of one case and says not why.
inline void add_zero(test_case& one) {
  grader::misconception zero{
      "nothing_added_to_result",
      "d_out is 0",
      {},
      [](const std::vector<double>& got) { return got.at(0) == 0; },
      "Nothing was added to *d_out after it was set to 0. Does the launch come after "
      "cudaMemsetAsync? Which thread comes to the atomicAdd, and has that thread the sum: from "
      "partial[0], or from shuffles that add (+=)?"};
  zero.vague = true;
  zero.reason = "all_zero";
  one.known_mistake("d_out", zero);
}

/// cudaMemset(d_out, 1, ...), also where there are no numbers.
inline void add_set_to_ones(test_case& one, const std::vector<int>& numbers) {
  constexpr double ones = 0x01010101;
  add_sum(one, "bytes_set_to_one",
          "the sum is too large by 16,843,009: cudaMemset sets bytes, and four bytes of 1 are that "
          "number",
          sum_where(numbers, [](std::size_t) { return true; }) + ones,
          "The sum begins with 0: cudaMemsetAsync(d_out, 0, sizeof(int)).");
}

/// Mistakes of the functions that make one sum, for any size of block.
/// Of numbers of millions none is missing where so little is: only rounding does that.
inline void add_float_sum(test_case& one, const std::vector<int>& numbers) {
  constexpr int least = 1'000'000;
  const bool heavy = numbers.size() > 1 &&
                     std::all_of(numbers.begin(), numbers.end(), [](int n) { return n >= least; });
  if (!heavy)
    return;
  const double sum = sum_where(numbers, [](std::size_t) { return true; });
  one.known_mistake("d_out",
                    {"added_as_floats",
                     "no number is missing, but the sum is rounded: a float holds 24 bits, and "
                     "this sum has more",
                     {},
                     [sum](const std::vector<double>& got) {
                       return got[0] != sum && std::abs(got[0] - sum) < least / 10;
                     },
                     "Add in int: look at the types of the variable, of shared memory, and of what "
                     "a function of yours takes and returns."});
}

inline void add_sum_mistakes(test_case& one, const std::vector<int>& numbers, taking how) {
  add_float_sum(one, numbers);
  add_set_to_ones(one, numbers);
  if (numbers.empty())
    return;
  add_sum(one, "not_set_to_zero",
          "the sum is too small by 1: *d_out held -1 before the call (every bit set) and was not "
          "set to 0, so the blocks added to that",
          sum_where(numbers, [](std::size_t) { return true; }) - 1,
          "Set *d_out to 0 before the launch, in the same stream: cudaMemsetAsync.");
  constexpr std::size_t telling = 64; // of fewer numbers many mistakes make 0
  if (numbers.size() >= telling)
    add_zero(one);
  add_factors(one, numbers);
  add_round_mistakes(one, numbers, how);
  add_elements_of_all(one, numbers, how);
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
  for (std::size_t block = 64; block <= 1024; block *= 2) {
    const std::size_t part = two ? 2 * block : block;
    if (two)
      add_overlapping_parts(one, numbers, block);
    add_half_mistake(one, numbers, part, how);
    add_ones(one, numbers, part);
    add_same_part(one, numbers, part);
    add_part_mistakes(one, numbers, part);
  }
}

} // namespace cudalab::lab05
