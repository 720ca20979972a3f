// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02, exercise 1: the numbers of a launch, and how they come out wrong.
#pragma once

#include <cmath>
#include <limits>
#include <string>
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

inline test_case shape_case(const shape_question& q) {
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
  return one;
}

} // namespace cudalab::lab02
