// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The cells of a map in a drawing: `map` of docs/grade.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

/// Where a map's cells lie, in pixels of its drawing.
class map_layout {
public:
  /// @throws nlohmann::json::exception when it is no such map
  explicit map_layout(const nlohmann::json& map);

  /// The whole drawing, with the margins for the indices.
  double width() const { return right() + 8; }
  double height() const { return bottom() + 8; }

protected:
  static constexpr double left = 40, top = 18;

  double right() const { return x_of(across_); }
  double bottom() const { return y_of(lines_); }
  double x_of(std::size_t cell) const { return left + cell_width_ * static_cast<double>(cell); }
  double y_of(std::size_t line) const { return top + cell_height_ * static_cast<double>(line); }

  std::size_t across_, lines_;
  double cell_width_ = 0, cell_height_ = 0;
};

/// Draws a map into a drawing, which must outlive it.
class map_drawing : public map_layout {
public:
  map_drawing(const nlohmann::json& map, svg& drawing);

  /// One path for each state, in short: a page has several maps, and a map thousands of runs.
  void draw_cells();
  /// The blocks' edges; gives false where they are not known or too close.
  bool draw_blocks();
  /// The frame, with row and column of the first and the last cell of each side.
  void draw_frame();
  /// Around the cell of this element.
  void ring(std::size_t row, std::size_t column);

  /// `path`: through the middle of cells of one state, `height` high.
  void fill(char state, const std::string& path, double height);
  bool has(char state) const;

private:
  struct run {
    char state;
    std::size_t begin, length;
  };

  static std::vector<run> runs_of(const std::string& line);
  void draw_outlines();
  void draw_step(std::size_t cell);

  std::size_t columns_, cell_rows_, cell_columns_, block_rows_, block_columns_;
  bool folded_;
  std::vector<std::vector<run>> runs_; ///< of each line
  svg& drawing_;
  std::string wrong_, unwritten_, plain_ = "var(--none-fill)";
};

} // namespace cudalab::grader::html
