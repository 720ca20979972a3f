// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/map_drawing.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/numbers.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double widest = 320, tallest = 400;
constexpr std::size_t most_cells = 64; ///< of a line, and lines: docs/grade.md
constexpr double longest_side = 1e12;  ///< of a side
constexpr double closest = 5;          ///< pixels between two lines of a grid
constexpr double separate = 9;         ///< cells of this size get an outline each

/// 0 for what is no size.
std::size_t size_at(const json& map, const char* name) {
  return static_cast<std::size_t>(
      std::clamp(number_in(map.at(name)).value_or(0), 0.0, longest_side));
}

std::size_t at_least_one(const json& map, const char* name) {
  return std::max<std::size_t>(1, size_at(map, name));
}

double part_of(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

map_layout::map_layout(const json& map)
    : across_(std::min(at_least_one(map, "across"), most_cells)),
      lines_(std::min(map.at("lines").size(), most_cells)) {
  const double across = static_cast<double>(across_);
  const double down = std::max(1.0, static_cast<double>(lines_));
  cell_height_ = std::floor(std::clamp(std::min(widest / across, tallest / down), closest, 20.0));
  // Few long columns are numbers of one thing each (x, y, z of a point): no picture to keep in
  // shape, and a stripe would be hard to read.
  const bool stripe = down > 4 * across;
  cell_width_ =
      stripe ? std::clamp(std::floor(widest / 2 / across), cell_height_, 40.0) : cell_height_;
}

/// "12r3wu" as runs.
std::vector<map_drawing::run> map_drawing::runs_of(const std::string& line) {
  std::vector<run> result;
  std::size_t at = 0, count = 0;
  for (const char c : line) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      count = count * 10 + static_cast<std::size_t>(c - '0');
      continue;
    }
    result.push_back({c, at, std::clamp<std::size_t>(count, 1, most_cells)});
    at += result.back().length;
    count = 0;
    if (at >= most_cells)
      break;
  }
  return result;
}

map_drawing::map_drawing(const json& map, svg& drawing)
    : map_layout(map), columns_(at_least_one(map, "columns")),
      cell_rows_(at_least_one(map, "cell_rows")), cell_columns_(at_least_one(map, "cell_columns")),
      block_rows_(size_at(map, "block_rows")), block_columns_(size_at(map, "block_columns")),
      folded_(map.at("rows") == 1), drawing_(drawing), wrong_(drawing.hatch("bad-ink", "bad-fill")),
      unwritten_(drawing.dots("warn-ink", "ground")) {
  for (const json& each : map.at("lines"))
    if (runs_.size() < lines_)
      runs_.push_back(runs_of(each));
}

void map_drawing::fill(char state, const std::string& path, double height) {
  const std::string& ink = state == 'w' ? wrong_ : state == 'u' ? unwritten_ : plain_;
  drawing_.add(element("path", {{"d", path},
                                {"stroke", state == 'r' ? "var(--good-fill)" : ink},
                                {"stroke-width", height}}));
}

void map_drawing::draw_cells() {
  for (const char state : {'r', 'w', 'u', '?'}) {
    std::string path;
    for (std::size_t line = 0; line < runs_.size(); ++line) {
      std::string at = fmt::format("M{:g} {:g}", left, y_of(line) + cell_height_ / 2);
      double gap = 0;
      for (const run& each : runs_[line]) {
        const double length = x_of(each.length) - left;
        if (each.state != state) {
          gap += length;
          continue;
        }
        path += at + (gap > 0 ? fmt::format("m{:g} 0", gap) : "") + fmt::format("h{:g}", length);
        at.clear();
        gap = 0;
      }
    }
    if (!path.empty())
      fill(state, path, cell_height_);
  }
  if (cell_height_ >= separate)
    draw_outlines();
}

/// Between single cells. The last line of a folded vector may be shorter.
void map_drawing::draw_outlines() {
  std::string path;
  for (std::size_t line = 0; line < runs_.size(); ++line) {
    const run last = runs_[line].empty() ? run{'r', 0, 0} : runs_[line].back();
    const std::size_t cells = last.begin + last.length;
    path += fmt::format("M{:g} {:g}H{:g}", left, y_of(line), x_of(cells));
    for (std::size_t x = 1; x <= cells; ++x)
      path += fmt::format("M{:g} {:g}v{:g}", x_of(x), y_of(line), cell_height_);
  }
  drawing_.path(path, "thin");
}

bool map_drawing::draw_blocks() {
  const double step_x = cell_width_ * part_of(block_columns_, cell_columns_);
  const double step_y = folded_ ? closest : cell_height_ * part_of(block_rows_, cell_rows_);
  if (step_x < closest || step_y < closest)
    return false;
  if (folded_) {
    for (std::size_t first = block_columns_;
         first < columns_ && first / cell_columns_ < across_ * lines_; first += block_columns_)
      draw_step(first / cell_columns_);
    return true;
  }
  for (double x = step_x; x < right() - left; x += step_x)
    drawing_.line(left + x, top, left + x, bottom(), "grid");
  for (double y = step_y; y < bottom() - top; y += step_y)
    drawing_.line(left, top + y, right(), top + y, "grid");
  return true;
}

/// Where a block begins in the middle of a line.
void map_drawing::draw_step(std::size_t cell) {
  const double x = x_of(cell % across_), y = y_of(cell / across_);
  drawing_.line(x, y, right(), y, "grid");
  if (cell % across_ == 0)
    return;
  drawing_.line(x, y, x, y + cell_height_, "grid");
  drawing_.line(left, y + cell_height_, x, y + cell_height_, "grid");
}

void map_drawing::draw_frame() {
  drawing_.rect(left, top, right() - left, bottom() - top, "frame");
  const std::size_t line_elements = across_ * cell_columns_;
  drawing_.text(left, top - 5, "0", "small soft");
  drawing_.text(right(), top - 5, std::to_string(std::min(columns_, line_elements) - 1),
                "small soft", anchor::end);
  drawing_.text(left - 4, top + 10, "0", "small soft", anchor::end);
  if (lines_ > 1)
    drawing_.text(left - 4, bottom() - 1,
                  std::to_string((lines_ - 1) * (folded_ ? line_elements : cell_rows_)),
                  "small soft", anchor::end);
}

void map_drawing::ring(std::size_t row, std::size_t column) {
  const std::size_t cell = column / cell_columns_;
  const double x = x_of(folded_ ? cell % across_ : cell) + cell_width_ / 2;
  const double y = y_of(folded_ ? cell / across_ : row / cell_rows_) + cell_height_ / 2;
  const double radius = std::max(6.0, cell_height_ * 0.75);
  drawing_.circle(x, y, radius, "halo");
  drawing_.circle(x, y, radius, "strong");
}

bool map_drawing::has(char state) const {
  return std::any_of(runs_.begin(), runs_.end(), [state](const std::vector<run>& line) {
    return std::any_of(line.begin(), line.end(),
                       [state](const run& each) { return each.state == state; });
  });
}

} // namespace cudalab::grader::html
