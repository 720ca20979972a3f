// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02: mistakes in which pixels get a thread, whatever the thread does with its pixel.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "lab02_pictures.h"

namespace cudalab::lab02 {

inline constexpr double unwritten = -std::numeric_limits<double>::infinity(); ///< by nobody
inline constexpr int side = 16; ///< of the blocks that lab02.cu launches

inline int in_whole_blocks(int size) {
  return size / side * side;
}

inline int in_started_blocks(int size) {
  return (size + side - 1) / side * side;
}

/// Where columns are compared with the height, and rows with the width: whether a thread right of
/// the picture stores at this index. What it stores depends on the exercise.
inline bool is_reached_from_outside(const picture& p, int index) {
  const int columns = std::min(p.height, in_started_blocks(p.width));
  const int rows = std::min(p.width, in_started_blocks(p.height));
  for (int col = p.width; col < columns; ++col)
    if (const int behind = index - col;
        behind >= 0 && behind % p.width == 0 && behind / p.width < rows)
      return true;
  return false;
}

/// For a case made with the same picture and rule.
inline void add_coverage_mistakes(test_case& one, const shared_picture& of,
                                  const pixel_rule& rule) {
  // Only the first columns and rows have threads.
  const auto add = [&](const std::string& id, const std::string& message, int columns, int rows,
                       const std::string& next) {
    const pixel_rule covered = [rule, columns, rows](const picture& p, int row, int col) {
      return row < rows && col < columns ? rule(p, row, col) : unwritten;
    };
    one.known_mistake("d_out",
                      {id, message, [of, covered] { return made_by(covered, *of); }, {}, next});
  };
  const int width = of->width, height = of->height;
  const std::string down = "the number of blocks is rounded down: the pixels at the ";
  const std::string up = "a block that stands partly outside the picture is needed too: "
                         "launch_shape rounds up";
  add("blocks_rounded_down", down + "right and at the lower edge have no thread",
      in_whole_blocks(width), in_whole_blocks(height), up);
  add("blocks_x_rounded_down", down + "right edge have no thread", in_whole_blocks(width), height,
      up);
  add("blocks_y_rounded_down", down + "lower edge have no thread", width, in_whole_blocks(height),
      up);
  add("x_y_exchanged", "x and y are exchanged: right only on square pictures",
      in_started_blocks(height), in_started_blocks(width),
      "x counts columns and belongs to width, y counts rows and belongs to height. Look at col, at "
      "row, and at dim3 grid(blocks along x, blocks along y)");
  add("blocks_of_one_row",
      "only the first rows are made, as many as there are rows of blocks: the blocks have one row "
      "of threads, and the grid counts blocks of 16 x 16",
      width, in_started_blocks(height) / side, "dim3 block(SIDE, SIDE) has SIDE rows of threads");
  const pixel_rule exchanged = [rule](const picture& p, int row, int col) {
    if (is_reached_from_outside(p, row * p.width + col))
      return std::numeric_limits<double>::infinity();
    return row < p.width && col < p.height ? rule(p, row, col) : unwritten;
  };
  one.known_mistake("d_out",
                    {"bounds_exchanged",
                     "the bounds are exchanged: columns are compared with height, and rows with "
                     "width",
                     [of, exchanged] { return made_by(exchanged, *of); },
                     {},
                     "a thread has a pixel when col < width and row < height"});
}

/// What exercise 2 stores where the index of the pixel is wrong in the same way for both pictures.
inline void add_pitch_mistakes(test_case& one, const shared_picture& of) {
  const auto add = [&](const std::string& id, const std::string& message, int pitch) {
    const auto made = [of, pitch] {
      std::vector<double> result(of->pixels.size(), unwritten);
      for (int row = 0; row < of->height; ++row)
        for (int col = 0; col < of->width; ++col) {
          const int index = row * pitch + col;
          if (index < of->width * of->height)
            result[static_cast<std::size_t>(index)] = 2 * of->in_memory(index);
        }
      return result;
    };
    one.known_mistake("d_out", {id,
                                message,
                                made,
                                {},
                                "one row further down is one row of pixels further on in memory: "
                                "the index is row * width + col"});
  };
  add("height_for_pitch",
      "width and height are exchanged in the index, as if rows were `height` pixels long: right "
      "only on square pictures",
      of->height);
  add("grid_for_pitch",
      "the index takes rows to be as long as the grid is wide: threads outside the picture have no "
      "place in memory",
      in_started_blocks(of->width));
}

} // namespace cudalab::lab02
