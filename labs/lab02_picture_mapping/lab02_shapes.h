// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02, exercise 1: the numbers of a launch, and how they come out wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::lab02 {

using grader::expectation;
using grader::test_case;

struct shape_question {
  int width, height, block_width, block_height;
};

inline int rounded_up(int size, int block) {
  return (size + block - 1) / block;
}

/// The five numbers that follow from the blocks along x and y.
inline std::vector<double> numbers_with(const shape_question& q, int blocks_x, int blocks_y) {
  const double blocks = double{1} * blocks_x * blocks_y;
  const double threads = blocks * q.block_width * q.block_height;
  return {double{1} * blocks_x, double{1} * blocks_y, blocks, threads,
          threads - double{1} * q.width * q.height};
}

inline std::vector<double> right_numbers(const shape_question& q) {
  return numbers_with(q, rounded_up(q.width, q.block_width), rounded_up(q.height, q.block_height));
}

/// What an int cannot hold is anything.
inline std::vector<double> as_ints(std::vector<double> numbers) {
  for (double& each : numbers)
    if (std::abs(each) > std::numeric_limits<int>::max())
      each = std::numeric_limits<double>::infinity();
  return numbers;
}

/// Wrong numbers of blocks along x and y.
inline void add_block_mistakes(test_case& one, const shape_question& q) {
  const auto add = [&](const std::string& id, const std::string& message, int blocks_x,
                       int blocks_y, const std::string& next, const std::string& form = "") {
    one.known_mistake(protocol::result_name, {id,
                                              message,
                                              [q, blocks_x, blocks_y] {
                                                return as_ints(numbers_with(q, blocks_x, blocks_y));
                                              },
                                              {},
                                              next,
                                              form});
  };
  const int right_x = rounded_up(q.width, q.block_width),
            right_y = rounded_up(q.height, q.block_height);
  const auto in_one = [&](const std::string& id, const std::string& message, int blocks_x,
                          int blocks_y, const std::string& next) {
    if (blocks_x != right_x)
      add(id, message, blocks_x, right_y, next, "along x");
    if (blocks_y != right_y)
      add(id, message, right_x, blocks_y, next, "along y");
  };
  const auto nearest = [](int size, int block) {
    return static_cast<int>(std::lround(double{1} * size / block));
  };
  add("shape_rounded_down",
      "the number of blocks is rounded down: the pixels at the right and at the lower edge would "
      "get no thread",
      q.width / q.block_width, q.height / q.block_height,
      "a block that stands partly outside the picture counts: (n + block - 1) / block rounds up");
  add("shape_block_too_many",
      "there is a block too many where the picture is a whole number of blocks long: n / block + 1 "
      "is not n / block rounded up",
      q.width / q.block_width + 1, q.height / q.block_height + 1,
      "(n + block - 1) / block adds one only where something is left over");
  in_one("shape_rounded_down",
         "a number of blocks is rounded down: pixels at an edge would get no thread",
         q.width / q.block_width, q.height / q.block_height,
         "a block that stands partly outside the picture counts: (n + block - 1) / block rounds "
         "up, for blocks_x and for blocks_y");
  in_one("shape_block_too_many",
         "there is a block too many where the picture is a whole number of blocks long: n / block "
         "+ 1 is not n / block rounded up",
         q.width / q.block_width + 1, q.height / q.block_height + 1,
         "(n + block - 1) / block adds one only where something is left over");
  in_one("shape_one_side_for_both",
         "blocks_x and blocks_y are both made of the same side of the picture",
         rounded_up(q.height, q.block_height), rounded_up(q.width, q.block_width),
         "blocks_x comes from width and block_width, blocks_y from height and block_height");
  in_one("shape_side_exchanged", "one number of blocks is made of the picture's other side",
         rounded_up(q.height, q.block_width), rounded_up(q.width, q.block_height),
         "blocks_x comes from width and block_width, blocks_y from height and block_height");
  in_one("shape_block_side_exchanged", "one number of blocks is made with the block's other side",
         rounded_up(q.width, q.block_height), rounded_up(q.height, q.block_width),
         "blocks_x comes from width and block_width, blocks_y from height and block_height");
  add("shape_rounded_to_nearest",
      "the number of blocks is rounded to the nearest whole number: where less than half a block "
      "is "
      "left over, its pixels get no thread",
      nearest(q.width, q.block_width), nearest(q.height, q.block_height),
      "round up: (n + block - 1) / block");
  add("shape_x_y_exchanged", "x and y are exchanged: right only on square pictures",
      rounded_up(q.height, q.block_height), rounded_up(q.width, q.block_width),
      "x runs along a row: blocks_x comes from width, blocks_y from height");
  add("shape_block_exchanged",
      "block_width and block_height are exchanged: right only for square blocks",
      rounded_up(q.width, q.block_height), rounded_up(q.height, q.block_width),
      "a block covers block_width columns and block_height rows");
  constexpr int most = 65'535; // along y of a grid
  const std::string ends = "a number of blocks ends at 65,535, and the picture needs more",
                    needed = "65,535 is the most that a grid can have along y, or 16 bits can "
                             "hold: does your code hold the number below that? launch_shape says "
                             "how many blocks are needed, not how many can be launched";
  if (right_x > most || right_y > most)
    add("shape_ends_at_the_limit", ends, std::min(right_x, most), std::min(right_y, most), needed);
  in_one("shape_ends_at_the_limit", ends, std::min(right_x, most), std::min(right_y, most), needed);
}

/// Rounded up by (n + block - 1) & ~(block - 1).
inline int rounded_by_mask(int size, int block) {
  const unsigned mask = static_cast<unsigned>(block) - 1;
  return static_cast<int>((static_cast<unsigned>(size) + mask) & ~mask);
}

inline bool is_power_of_two(int size) {
  return (size & (size - 1)) == 0;
}

inline void add_mask_mistakes(test_case& one, const shape_question& q) {
  if (is_power_of_two(q.block_width) && is_power_of_two(q.block_height))
    return;
  const double width = rounded_by_mask(q.width, q.block_width),
               height = rounded_by_mask(q.height, q.block_height);
  std::vector<double> of_blocks = numbers_with(q, static_cast<int>(width) / q.block_width,
                                               static_cast<int>(height) / q.block_height);
  std::vector<double> of_sides = of_blocks;
  of_sides[3] = width * height;
  of_sides[4] = of_sides[3] - double{1} * q.width * q.height;
  for (const auto& [form, numbers] : {std::pair{"blocks", of_blocks}, {"sides", of_sides}})
    one.known_mistake(protocol::result_name,
                      {"shape_rounded_by_mask",
                       "sizes are rounded up with the bits of block - 1: that is right only where "
                       "the block's side is a power of two",
                       [numbers = numbers] { return as_ints(numbers); },
                       {},
                       "round up for any side: (n + block - 1) / block",
                       form});
}

/// Divided by shifting bits, as often as a side of the block can be halved.
inline void add_shift_mistakes(test_case& one, const shape_question& q) {
  if (is_power_of_two(q.block_width) && is_power_of_two(q.block_height))
    return;
  for (const bool above : {false, true}) {
    const auto power = [above](int side) {
      int found = 1;
      while (above ? found < side : 2 * found <= side)
        found *= 2;
      return found;
    };
    const int columns = power(q.block_width), rows = power(q.block_height);
    for (const bool adds_block : {false, true}) {
      const auto blocks = [adds_block](int size, int block, int by) {
        return adds_block ? (size + block - 1) / by : (size - 1) / by + 1;
      };
      const int blocks_x = blocks(q.width, q.block_width, columns),
                blocks_y = blocks(q.height, q.block_height, rows);
      one.known_mistake(
          protocol::result_name,
          {"shape_divided_by_shifting",
           fmt::format("the blocks are counted as if they were {} x {}: sides that are no power "
                       "of two are taken for the {} one",
                       columns, rows, above ? "next larger" : "next smaller"),
           [q, blocks_x, blocks_y] { return as_ints(numbers_with(q, blocks_x, blocks_y)); },
           {},
           "To shift bits divides by powers of two only, and a side may be any number: divide by "
           "it, (n + block - 1) / block",
           fmt::format("{} {}", above ? "above" : "below", adds_block ? "block - 1" : "- 1")});
    }
  }
}

/// The numbers of a call before this one: in other calls it may be right, and so this refutes
/// nothing.
inline void add_earlier_answers(test_case& one, const shape_question& q,
                                const std::vector<shape_question>& earlier) {
  for (const shape_question& each : earlier) {
    const std::vector<double> answer = right_numbers(each);
    if (answer == right_numbers(q))
      continue;
    grader::misconception fact{
        "shape_of_an_earlier_call",
        fmt::format("these are the numbers of an earlier call, for {} x {} pixels in blocks of {} "
                    "x {}",
                    each.width, each.height, each.block_width, each.block_height),
        {},
        [answer](const std::vector<double>& got) { return got == answer; },
        "Does the function keep an answer from one call to the next, say in a static variable? The "
        "numbers depend on all four arguments."};
    fact.vague = true;
    fact.reason = "wrong_values";
    one.known_mistake(protocol::result_name, fact);
  }
}

/// The first of the five numbers that does not follow from those before it, where no mistake is
/// known.
inline void add_shape_facts(test_case& one, const shape_question& q) {
  const std::vector<double> right = right_numbers(q);
  const auto add = [&one](const std::string& id, const std::string& message,
                          const std::string& next,
                          const std::function<bool(const std::vector<double>&)>& is_so) {
    grader::misconception fact{id, message, {}, is_so, next};
    fact.vague = true;
    fact.reason = "wrong_values";
    one.known_mistake(protocol::result_name, fact);
  };
  const auto agree = [right](const std::vector<double>& got, std::size_t first, std::size_t last) {
    return std::equal(got.begin() + static_cast<std::ptrdiff_t>(first),
                      got.begin() + static_cast<std::ptrdiff_t>(last),
                      right.begin() + static_cast<std::ptrdiff_t>(first));
  };
  const double of_block = double{1} * q.block_width * q.block_height,
               pixels = double{1} * q.width * q.height;
  const auto follow = [of_block, pixels](const std::vector<double>& got) {
    return got[2] == got[0] * got[1] && got[3] == got[2] * of_block && got[4] == got[3] - pixels;
  };
  for (const bool along_x : {true, false}) {
    const std::size_t which = along_x ? 0 : 1;
    const int block = along_x ? q.block_width : q.block_height, size = along_x ? q.width : q.height;
    const std::string message =
        fmt::format("only blocks_{0} is wrong, and what follows from it (blocks_{1} is right)",
                    along_x ? "x" : "y", along_x ? "y" : "x");
    const auto only_it = [=](const std::vector<double>& got) {
      return agree(got, 1 - which, 2 - which) && !agree(got, which, which + 1) && follow(got);
    };
    constexpr int kept_by_a_float = 1 << 24;
    constexpr double last_bit = 1.0 / (1 << 22);
    if (size > kept_by_a_float)
      add(fmt::format("shape_float_blocks_{}", along_x ? "x" : "y"), message,
          fmt::format("How many blocks of {} cover {}? It is off by a little only: is a number on "
                      "the way a float, which keeps whole numbers up to 2^24 only?",
                      block, size),
          [=](const std::vector<double>& got) {
            return only_it(got) && std::abs(got[which] - right[which]) <= right[which] * last_bit;
          });
    add(fmt::format("shape_one_more_blocks_{}", along_x ? "x" : "y"), message,
        fmt::format("{:.0f} blocks of {} cover {} already: one is too many. To round up, what is "
                    "added before the division is block - 1, and no more: (n + block - 1) / block.",
                    right[which], block, size),
        [=](const std::vector<double>& got) {
          return only_it(got) && got[which] == right[which] + 1;
        });
    add(fmt::format("shape_only_blocks_{}", along_x ? "x" : "y"), message,
        fmt::format("Work out by hand how many blocks of {} cover {}: what is left over at the end "
                    "needs one more block, and nothing else does.",
                    block, size),
        only_it);
  }
  add("shape_blocks_wrong", "the numbers of blocks are wrong",
      "Work them out by hand for the arguments of this call, line by line, and compare: which line "
      "is the first that gives another number?",
      [=](const std::vector<double>& got) { return !agree(got, 0, 2); });
  add("shape_blocks_no_product", "blocks_x and blocks_y are right, and blocks is not their product",
      "Each of the blocks_y rows has blocks_x blocks. Is the product made before both are known, "
      "or is it too large for its type?",
      [=](const std::vector<double>& got) { return agree(got, 0, 2) && !agree(got, 2, 3); });
  add("shape_threads_not_of_blocks",
      fmt::format("the numbers of blocks are right, and threads is not {:.0f} blocks of {} x {} "
                  "threads",
                  right[2], q.block_width, q.block_height),
      fmt::format("How many threads does your line count for one block of {} x {}, and for how "
                  "many blocks?",
                  q.block_width, q.block_height),
      [=](const std::vector<double>& got) { return agree(got, 0, 3) && !agree(got, 3, 4); });
  add("shape_idle_not_the_rest", "only idle_threads is wrong: threads is right",
      "take the pixels from the threads: threads - width * height",
      [=](const std::vector<double>& got) { return agree(got, 0, 4); });
}

/// Right blocks along x and y, and wrong numbers from them.
inline void add_count_mistakes(test_case& one, const shape_question& q) {
  const std::vector<double> right = right_numbers(q);
  const auto add = [&](const std::string& id, const std::string& message, double blocks,
                       double threads, double idle, const std::string& next,
                       const std::string& form = "") {
    one.known_mistake(protocol::result_name,
                      {id,
                       message,
                       [right, blocks, threads, idle] {
                         return std::vector<double>{right[0], right[1], blocks, threads, idle};
                       },
                       {},
                       next,
                       form});
  };
  const double per_block = double{1} * q.block_width * q.block_height,
               pixels = double{1} * q.width * q.height;
  const double blocks = right[2], threads = right[3], sum = right[0] + right[1];
  const double by_pixels = std::ceil(pixels / per_block);
  const double right_of = (right[0] * q.block_width - q.width), // columns and rows outside
      below = (right[1] * q.block_height - q.height);
  const std::string all = "take the pixels from the threads: threads - width * height";
  add("shape_blocks_by_pixels",
      "the pixels are divided by the threads of a block, as if blocks could be cut and put "
      "together: blocks stand beside and below each other",
      by_pixels, by_pixels * per_block, by_pixels * per_block - pixels,
      "blocks is blocks_x * blocks_y");
  add("shape_blocks_added", "the blocks along x and along y are added: they are multiplied", sum,
      sum * per_block, sum * per_block - pixels, "each of the blocks_y rows has blocks_x blocks");
  add("shape_threads_are_pixels",
      "the threads are counted as if there were one for each pixel and no more", blocks, pixels, 0,
      "every block has all its threads, also where it stands partly outside the picture");
  for (const int side : {q.block_width, q.block_height})
    if (blocks * side != threads)
      add("shape_threads_of_one_side",
          "threads is the number of blocks times one side of a block: a block has block_width * "
          "block_height threads",
          blocks, blocks * side, blocks * side - pixels, "multiply by both sides of a block",
          side == q.block_width ? "width" : "height");
  constexpr double usual = 256;
  if (per_block != usual)
    add("shape_threads_of_256", "threads is the number of blocks times 256, whatever a block has",
        blocks, blocks * usual, blocks * usual - pixels,
        "a block has block_width * block_height threads");
  constexpr int warp = 32;
  if (const double in_warps = rounded_up(q.block_width * q.block_height, warp) * double{warp};
      in_warps != per_block)
    add("shape_threads_in_warps",
        "the threads of a block are counted in whole warps of 32: a block has block_width * "
        "block_height threads, also where that is no multiple of 32",
        blocks, blocks * in_warps, blocks * in_warps - pixels,
        "a launch starts threads: how many of them share a warp does not change their number");
  add("shape_idle_without_corner",
      "idle_threads leaves out the corner: threads that are both right of the picture and below it",
      blocks, threads, right_of * q.height + below * q.width, all);
  add("shape_idle_corner_twice",
      "idle_threads counts the corner twice: threads that are both right of the picture and below "
      "it",
      blocks, threads, right_of * right[1] * q.block_height + below * right[0] * q.block_width,
      all);
  add("shape_idle_only_right",
      "idle_threads counts only the threads right of the picture, not those below it", blocks,
      threads, right_of * q.height, all);
  add("shape_idle_only_below",
      "idle_threads counts only the threads below the picture, not those right of it", blocks,
      threads, below * q.width, all);
  add("shape_idle_sign", "idle_threads has the wrong sign", blocks, threads, pixels - threads, all);
  add("shape_idle_zero", "idle_threads is still 0", blocks, threads, 0, all);
}

/// @param earlier what the same program was asked before
inline test_case shape_case(const shape_question& q,
                            const std::vector<shape_question>& earlier = {}) {
  test_case one(
      fmt::format("{} x {} in blocks of {} x {}", q.width, q.height, q.block_width, q.block_height),
      "launch_shape");
  one.value("width", q.width)
      .value("height", q.height)
      .value("block_width", q.block_width)
      .value("block_height", q.block_height)
      .result(protocol::element_type::int32, 5)
      .expect(protocol::result_name, [q] {
        return expectation{
            right_numbers(q),
            0,
            0,
            {1, 5, 0, 0, {"blocks_x", "blocks_y", "blocks", "threads", "idle_threads"}},
            {}};
      });
  one.known_mistake(protocol::result_name,
                    {"shape_zero",
                     "all five numbers are 0: nothing is computed yet",
                     [] { return std::vector<double>(5, 0.0); },
                     {},
                     "begin with TODO(lab02.1): how many blocks of block_width columns cover "
                     "`width` columns?"});
  add_block_mistakes(one, q);
  add_count_mistakes(one, q);
  add_mask_mistakes(one, q);
  add_shift_mistakes(one, q);
  add_earlier_answers(one, q, earlier);
  add_shape_facts(one, q);
  return one;
}

} // namespace cudalab::lab02
