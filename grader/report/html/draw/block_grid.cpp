// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/block_grid.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/draw/box.h"
#include "grader/report/html/draw/numbers.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double grid_room = 320;   ///< for the picture with all blocks that are shown
constexpr double closest_edges = 4; ///< pixels between two lines: closer ones would be grey
constexpr std::size_t most_picture_side = 1000, most_picture_area = 20'000,
                      most_grid_side = 100'000;

/// A whole number from 1 to `most`; 0 for anything else.
std::size_t size_up_to(double value, std::size_t most) {
  return value >= 1 && value <= static_cast<double>(most) ? static_cast<std::size_t>(value) : 0;
}

std::size_t steps_over(std::size_t length, std::size_t step) {
  return (length + step - 1) / step;
}

/// The launch, where it is known and its sizes can be.
void use_launch(const json& image, block_grid& all) {
  const json launch = image.value("launch", json());
  const std::vector<double> grid = numbers_of(launch, "grid"), block = numbers_of(launch, "block");
  if (grid.size() != 2 || block.size() != 2)
    return;
  const std::size_t blocks_x = size_up_to(grid[0], most_grid_side),
                    blocks_y = size_up_to(grid[1], most_grid_side),
                    width = size_up_to(block[0], 1024), height = size_up_to(block[1], 1024);
  if (blocks_x == 0 || blocks_y == 0 || width == 0 || height == 0)
    return;
  all.blocks_x = blocks_x;
  all.blocks_y = blocks_y;
  all.block_width = width;
  all.block_height = height;
  all.launched = true;
  all.has_rows = blocks_y * height > 1 || all.height == 1;
}

} // namespace

std::size_t block_grid::shown_x() const {
  return std::min(blocks_x, steps_over(width, block_width));
}
std::size_t block_grid::shown_y() const {
  return std::min(blocks_y, steps_over(height, block_height));
}
std::size_t block_grid::columns() const {
  return has_rows ? std::max(width, reach_x()) : width;
}
std::size_t block_grid::rows() const {
  return has_rows ? std::max(height, reach_y()) : height;
}
double block_grid::scale() const {
  return std::min(grid_room / static_cast<double>(columns()), 8.0);
}

std::optional<block_grid> block_grid_in(const json& image) {
  block_grid all;
  all.width = size_up_to(number_of(image, "width").value_or(0), most_picture_side);
  all.height = size_up_to(number_of(image, "height").value_or(0), most_picture_side);
  if (all.width == 0 || all.height == 0 || all.width * all.height > most_picture_area)
    return std::nullopt;
  const std::vector<double> block = numbers_of(image, "block");
  if (block.size() == 2) {
    all.block_width = size_up_to(block[0], most_picture_side);
    all.block_height = size_up_to(block[1], most_picture_side);
  }
  if (all.block_width == 0 || all.block_height == 0) { // no blocks to show
    all.block_width = all.width;
    all.block_height = all.height;
  }
  all.blocks_x = steps_over(all.width, all.block_width);
  all.blocks_y = steps_over(all.height, all.block_height);
  use_launch(image, all);
  return all;
}

void draw_block_grid(svg& drawing, const block_grid& of, double left, double top) {
  const double s = of.scale();
  const auto x = [&](std::size_t column) { return left + s * static_cast<double>(column); };
  const auto y = [&](std::size_t row) { return top + s * static_cast<double>(row); };
  const std::size_t right = of.reach_x(), bottom = of.reach_y();
  if (of.has_rows) {
    const std::string idle = drawing.hatch("soft-ink", "ground", 6);
    if (right > of.width)
      fill_box(drawing, x(of.width), top, x(right) - x(of.width), y(bottom) - top, idle);
    if (bottom > of.height)
      fill_box(drawing, left, y(of.height), x(std::min(right, of.width)) - left,
               y(bottom) - y(of.height), idle);
    if (s * static_cast<double>(of.block_width) >= closest_edges)
      for (std::size_t column = 0; column <= right; column += of.block_width)
        drawing.line(x(column), top, x(column), y(bottom), "block-edge");
    if (s * static_cast<double>(of.block_height) >= closest_edges)
      for (std::size_t row = 0; row <= bottom; row += of.block_height)
        drawing.line(left, y(row), x(right), y(row), "block-edge");
  }
  drawing.rect(left, top, x(of.width) - left, y(of.height) - top, "frame");
}

std::string words_of(const block_grid& of) {
  const std::size_t pixels = of.width * of.height;
  const std::string sizes = fmt::format("{} x {} blocks of {} x {} threads", of.blocks_x,
                                        of.blocks_y, of.block_width, of.block_height);
  std::string told = fmt::format("{} x {} pixels; ", of.width, of.height);
  if (!of.has_rows)
    return told + fmt::format("you launched {}: without rows, so they do not lie over the picture.",
                              sizes);
  const std::size_t wide = of.blocks_x * of.block_width, high = of.blocks_y * of.block_height;
  const std::size_t reached = std::min(wide, of.width) * std::min(high, of.height);
  const std::uint64_t threads = std::uint64_t{wide} * high;
  told += of.launched ? fmt::format("you launched {}.", sizes)
                      : fmt::format("{} cover them, as the exercise has it (nobody saw what you "
                                    "launched).",
                                    sizes);
  if (reached < pixels)
    told += fmt::format(" They reach {} of the {} pixels.", grouped(reached), grouped(pixels));
  if (threads > reached)
    told += fmt::format(
        " {} of the {} threads have no pixel: {}.", grouped(threads - reached), grouped(threads),
        of.shown_x() < of.blocks_x || of.shown_y() < of.blocks_y
            ? "those of the blocks at the edge are hatched, the others are not drawn"
            : "they are hatched outside of the picture");
  return told;
}

} // namespace cudalab::grader::html
