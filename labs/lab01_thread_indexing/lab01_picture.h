// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The picture of exercise 1, and what comes out of mistakes on the way to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "grader/lab.h"
#include "lab01_mistakes.h"

namespace cudalab::lab01 {

inline constexpr std::size_t picture_rows = 24, picture_columns = 64;

/// A ball in the middle, lit from the upper left: 1 to 9, and 0 beside it. lab01.cu gives the same
/// function to the students.
inline int brightness(std::size_t row, std::size_t column) {
  constexpr int radius = 22, half_width = 32, half_height = 23; // a row is 2 high
  const int x = static_cast<int>(column) - half_width, y = 2 * static_cast<int>(row) - half_height;
  const int rest = radius * radius - x * x - y * y;
  if (rest < 0)
    return 0;
  int towards_us = 0;
  while ((towards_us + 1) * (towards_us + 1) <= rest)
    ++towards_us;
  return std::clamp((2 * towards_us - x - y) / 5, 1, 9);
}

/// What `make` gives for each row and column.
template <class Make>
std::vector<double> drawn_by(const Make& make) {
  std::vector<double> pixels;
  for (std::size_t row = 0; row < picture_rows; ++row)
    for (std::size_t column = 0; column < picture_columns; ++column)
      pixels.push_back(make(row, column));
  return pixels;
}

inline void add_picture_mistakes(grader::test_case& one) {
  add_mistake(one, "d_picture",
              {"picture_turned", "row and column are exchanged",
               "A block is a row, blockIdx.x; a thread of it is a column, threadIdx.x. The row "
               "comes first: brightness(row, column)."},
              [] {
                return drawn_by(
                    [](std::size_t row, std::size_t column) { return brightness(column, row); });
              });
  add_mistake(one, "d_picture",
              {"block_is_column", "the block is taken for the column, and the thread for the row",
               "A block draws a row: blockIdx.x is the row, and threadIdx.x the column."},
              [] {
                return drawn_by([](std::size_t row, std::size_t column) {
                  return column < picture_rows ? brightness(row, column) : not_made;
                });
              });
  // Several blocks write most of the first elements: what is there is not known. Before row 1
  // begins, and where row 22 has ended, one block alone stores.
  const auto rows_apart = [&one](std::size_t step, const mistake_words& words) {
    grader::misconception mistake{
        words.id,
        words.message,
        [step] {
          constexpr double infinity = std::numeric_limits<double>::infinity();
          constexpr std::size_t last = picture_rows - 1;
          const std::size_t end = last * step + picture_columns;
          std::vector<double> want(picture_rows * picture_columns, -infinity);
          std::fill_n(want.begin(), end, infinity);
          for (std::size_t column = 0; column < std::min(step, picture_columns); ++column)
            want[column] = brightness(0, column);
          for (std::size_t i = end - std::min(step, picture_columns); i < end; ++i)
            want[i] = brightness(last, i - last * step);
          return want;
        },
        {},
        words.next};
    mistake.varies = true;
    one.known_mistake("d_picture", mistake);
  };
  const std::string place =
      "Before row 1 lie 64 pixels, before row 2 twice as many: the place of a "
      "pixel is row * 64 + column.";
  rows_apart(0, {"rows_on_top_of_each_other",
                 "only the first row was drawn: all blocks store their pixels there", place});
  rows_apart(
      1, {"row_not_multiplied", "each row begins only one place behind the row before it", place});
  rows_apart(picture_rows,
             {"height_for_width",
              "a row is taken to have 24 pixels: that is how many rows there are", place});
}

inline grader::test_case picture_case() {
  grader::test_case one("24 blocks of 64 threads", "draw_picture");
  one.output("d_picture", protocol::element_type::int32, picture_rows * picture_columns)
      .stored_by(protocol::element_maker::thread_of_same_number)
      .expect("d_picture", [] {
        grader::expectation picture{
            drawn_by([](std::size_t row, std::size_t column) { return brightness(row, column); }),
            0,
            0,
            {picture_rows, picture_columns, 1, picture_columns}};
        picture.shape.drawn = true;
        picture.if_unwritten =
            "Store brightness(row, column) in picture[...]: the last of the three "
            "lines of TODO(lab01.1).";
        return picture;
      });
  one.launches_as_many(picture_rows, picture_columns);
  add_picture_mistakes(one);
  return one;
}

} // namespace cudalab::lab01
