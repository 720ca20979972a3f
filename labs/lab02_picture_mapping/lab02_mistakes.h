// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02, exercises 2 and 3: pictures that come out of well-known mistakes.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "lab02_coverage.h"

namespace cudalab::lab02 {

/// Adds the picture that `rule` makes.
inline void add_mistake(test_case& one, const shared_picture& of, const std::string& id,
                        const std::string& message, const pixel_rule& rule,
                        const std::string& next) {
  one.known_mistake("d_out", {id, message, [of, rule] { return made_by(rule, *of); }, {}, next});
}

/// 1 is added to the bits of the exponent, whatever the pixel is.
inline void add_exponent_mistake(test_case& one, const shared_picture& of) {
  add_mistake(
      one, of, "exponent_of_zero",
      "1 was added to the bits of each pixel's exponent: that doubles most floats, but 0 becomes "
      "2^-126 (1.175494e-38), and so do nearly all numbers below that, which have no exponent of "
      "their own",
      [](const picture& p, int row, int col) {
        constexpr double smallest = std::numeric_limits<float>::min();
        const double pixel = p.at(row, col);
        return std::abs(pixel) < smallest ? std::copysign(smallest + std::abs(pixel), pixel)
                                          : 2 * pixel;
      },
      "Multiply by 2, or add the pixel to itself: that is exact for all floats");
}

inline void add_scale_mistakes(test_case& one, const shared_picture& of) {
  add_mistake(
      one, of, "two_added", "2 is added to the pixels: they are to be multiplied by it",
      [](const picture& p, int row, int col) {
        return double{static_cast<float>(p.at(row, col) + 2)}; // rounded as the kernel's sum is
      },
      "look at the line that stores");
  add_pitch_mistakes(one, of);
  add_exponent_mistake(one, of);
}

/// Of pixels below the smallest float that has an exponent of its own, 2^-126.
inline void add_subnormal_mistakes(test_case& one, const shared_picture& of) {
  add_mistake(
      one, of, "exponent_of_subnormal",
      "such small floats have no exponent that could be counted up: all of theirs are 0, and with "
      "1 they become another number",
      [](const picture& p, int row, int col) {
        const double pixel = p.at(row, col);
        return pixel == 0 ? 0 : 0x1p-126 + pixel;
      },
      "Multiply by 2, or add the pixel to itself: that is exact for all floats");
  add_mistake(
      one, of, "subnormal_flushed", "pixels as small as these are taken for 0",
      [](const picture&, int, int) { return 0.0; },
      "Multiply by 2, or add the pixel to itself, and store that: it is exact for all floats. Fast "
      "functions (__fdividef, __powf) and atomicAdd take such small numbers for 0");
}

/// Each pixel of the mirrored picture lies so many elements too far in memory: a thread reads its
/// own pixel, and stores it where that comes to. (Who stores his own pixel reads from elsewhere.)
inline pixel_rule mirrored_further_on(int elements) {
  return [elements](const picture& p, int row, int col) {
    const int index = row * p.width + col - elements;
    return index < 0 || index >= p.width * p.height ? unwritten
                                                    : mirrored(p, index / p.width, index % p.width);
  };
}

inline void add_mirror_mistakes(test_case& one, const shared_picture& of) {
  const std::string next = "columns col and width - 1 - col of the same row change places: follow "
                           "columns 0 and width - 1 by hand";
  const auto add = [&](const std::string& id, const std::string& message, const pixel_rule& rule) {
    add_mistake(one, of, id, message, rule, next);
  };
  add("not_mirrored", "the picture is not mirrored: it is copied",
      [](const picture& p, int row, int col) { return p.at(row, col); });
  add("upside_down", "the picture is upside down: rows are exchanged, where columns should be",
      [](const picture& p, int row, int col) { return p.at(p.height - 1 - row, col); });
  add("turned_by_180",
      "the picture is turned by 180 degrees: rows are exchanged as well as columns",
      [](const picture& p, int row, int col) {
        return p.at(p.height - 1 - row, p.width - 1 - col);
      });
  const std::string off_by_one =
      "it is off by one: the column of a row's last pixel is width - 1, not width";
  add("mirror_off_by_one", off_by_one, [](const picture& p, int row, int col) {
    return p.in_memory(row * p.width + p.width - col);
  });
  add("mirror_off_by_one", off_by_one, mirrored_further_on(1));
  add("mirrored_in_blocks",
      "each block is mirrored by itself: the place in the picture counts, not the place in the "
      "block",
      [](const picture& p, int row, int col) {
        const int first = col / side * side;
        return p.in_memory(row * p.width + first + side - 1 - (col - first));
      });
  const std::string in_grid = "it is mirrored as if the picture were as wide as the grid";
  add("mirrored_in_grid", in_grid, [](const picture& p, int row, int col) {
    return p.in_memory(row * p.width + in_started_blocks(p.width) - 1 - col);
  });
  add("mirrored_in_grid", in_grid, mirrored_further_on(in_started_blocks(of->width) - of->width));
  const std::string with_height =
      "width and height are exchanged: it is mirrored as if the last column were height - 1";
  add("mirrored_with_height", with_height, [](const picture& p, int row, int col) {
    return p.in_memory(row * p.width + p.height - 1 - col);
  });
  add("mirrored_with_height", with_height, mirrored_further_on(of->height - of->width));
  add_mistake(
      one, of, "row_by_reciprocal",
      "some first pixels of rows are taken for the end of the row before: a product with 1.0f / "
      "width is rounded, and may be a little less than the whole number that the row should be",
      [](const picture& p, int row, int col) {
        const int index = row * p.width + col;
        const float reciprocal = 1.0f / static_cast<float>(p.width);
        const int found = static_cast<int>(static_cast<float>(index) * reciprocal);
        return p.in_memory(found * p.width + p.width - 1 - (index - found * p.width));
      },
      "Divide integers: index / width is exact");
  add_mistake(
      one, of, "middle_unwritten",
      "the column in the middle is never written: with an odd width it has no partner",
      [](const picture& p, int row, int col) {
        return 2 * col + 1 == p.width ? unwritten : mirrored(p, row, col);
      },
      "where col and width - 1 - col are the same column, its pixel is stored too, unchanged");
  add("stored_by_columns",
      "the pictures are taken to be stored column by column: the index is row * width + col",
      [](const picture& p, int row, int col) {
        const int index = row * p.width + col;
        const int x = index / p.height, y = index % p.height;
        return p.in_memory((p.width - 1 - x) * p.height + y);
      });
}

} // namespace cudalab::lab02
