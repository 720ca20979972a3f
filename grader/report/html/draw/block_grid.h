// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The blocks of threads over a picture: those that the submission launched, or, where nobody saw
/// the launch, those of the exercise.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

/// Sizes in pixels of the picture; a thread has the pixel at its x and y.
struct block_grid {
  std::size_t width = 0, height = 0; ///< of the picture
  std::size_t block_width = 0, block_height = 0;
  std::size_t blocks_x = 0, blocks_y = 0; ///< of the launch
  bool launched = false;                  ///< false: as the exercise has them
  bool has_rows = true; ///< false: a launch along x alone does not lie over a picture

  /// The blocks that are drawn: no more than one stands partly outside on each side.
  std::size_t shown_x() const;
  std::size_t shown_y() const;
  /// What they reach, and with the whole picture what the drawing must hold.
  std::size_t reach_x() const { return shown_x() * block_width; }
  std::size_t reach_y() const { return shown_y() * block_height; }
  std::size_t columns() const;
  std::size_t rows() const;
  double scale() const; ///< pixels of the drawing for one of the picture
};

/// Of an `image` of docs/grade.md; nothing when it is too large to draw, or none.
std::optional<block_grid> block_grid_in(const nlohmann::json& image);

/// Edges of blocks, and hatched what stands outside of the picture; its corner is at (left, top).
void draw_block_grid(svg& drawing, const block_grid& of, double left, double top);

/// How many blocks and threads there are, and what they reach.
std::string words_of(const block_grid& of);

} // namespace cudalab::grader::html
