// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A sum as a tree: each row is what the numbers are after one more round of additions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/draw/lab_picture.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr std::size_t most_leaves = 32;
constexpr double cell_height = 20, level_height = 52, leaves_top = 20;

using level = std::vector<double>;

/// Each half as long as the one before; the last has one number.
std::vector<level> levels_of(const json& data) {
  std::vector<level> all;
  for (const json& each : list_of(data, "levels")) {
    level numbers;
    if (each.is_array())
      for (const json& value : each)
        if (const auto number = number_in(value))
          numbers.push_back(*number);
    if (numbers.empty() || numbers.size() > most_leaves ||
        (!all.empty() && 2 * numbers.size() != all.back().size()))
      return {};
    all.push_back(numbers);
  }
  return !all.empty() && all.back().size() == 1 ? all : std::vector<level>{};
}

/// Where else in the tree the value stands: that is how far the sum came.
std::string where_it_stands(const std::vector<level>& levels, double value) {
  for (std::size_t row = levels.size() - 1; row-- > 0;)
    for (std::size_t i = 0; i < levels[row].size(); ++i)
      if (levels[row][i] == value)
        return row == 0 ? fmt::format(" {} is the number at index {}.", number_text(value, 7), i)
                        : fmt::format(" {} is what index {} holds after {} of {} rounds.",
                                      number_text(value, 7), i, row, levels.size() - 1);
  return {};
}

} // namespace

markup draw_tree(const json& data, const std::string& id) {
  const std::vector<level> levels = levels_of(data);
  if (levels.empty())
    return {};
  const auto got = number_of(data, "got");
  const bool right = flag_of(data, "right", false);
  const double total = levels.back().front();
  const double cell =
      (picture_width - 2 * picture_margin) / static_cast<double>(levels.front().size());
  const double height = leaves_top + level_height * static_cast<double>(levels.size() - 1) + 64;
  svg drawing(id, picture_width, height, "The sum as a tree",
              fmt::format("{} numbers are added in {} rounds; the sum is {}.",
                          levels.front().size(), levels.size() - 1, number_text(total, 7)));
  const auto x = [&](std::size_t i) { return picture_margin + cell * static_cast<double>(i); };
  for (std::size_t row = 0; row < levels.size(); ++row) {
    const double y = leaves_top + level_height * static_cast<double>(row);
    const std::size_t distance = row == 0 ? 0 : levels[row].size();
    for (std::size_t i = 0; row > 0 && i < levels[row].size(); ++i) {
      const double from = y - level_height + cell_height;
      drawing.line(x(i) + cell / 2, from, x(i) + cell / 2, y, "grid");
      drawing.line(x(i + distance) + cell / 2, from, x(i) + cell / 2, y, "tree-edge");
    }
    for (std::size_t i = 0; i < levels[row].size(); ++i) {
      const bool taken = got && !right && levels[row][i] == *got;
      drawing.rect(x(i), y, cell, cell_height, taken ? "warn-fill" : "none-fill");
      drawing.rect(x(i), y, cell, cell_height, taken ? "strong" : "grid");
      drawing.text(x(i) + cell / 2, y + 14, number_text(levels[row][i], 4), "small",
                   anchor::middle);
    }
    if (row > 0)
      drawing.text(picture_width - picture_margin, y + 14,
                   fmt::format("index i += index i + {}", distance), "small soft", anchor::end);
  }
  drawing.text(picture_margin, 13, "expected at index 0, 1, 2, ...", "small soft");
  const double last = height - 36;
  drawing.text(picture_margin, last + 10, fmt::format("expected sum: {}", number_text(total, 7)),
               "bold");
  drawing.text(picture_margin, last + 28,
               got ? fmt::format("your kernel's sum: {}", number_text(*got, 7))
                   : std::string("your kernel's sum: nothing was written"),
               right ? "bold good" : "bold bad");
  std::string words = "Expected is the tree that README.md shows: in each round an element takes "
                      "the one at the distance on the right, and the distance halves. Of your "
                      "kernel only the sum is seen, not what it holds between the rounds.";
  if (!right)
    words += got ? fmt::format(" Your kernel's sum is {}, and {} is right.{}", number_text(*got, 7),
                               number_text(total, 7), where_it_stands(levels, *got))
                 : std::string(" Your kernel's sum is not there.");
  table all{{"after round"}, {}, 1};
  for (std::size_t i = 0; i < levels.front().size(); ++i)
    all.head.push_back(std::to_string(i));
  for (std::size_t row = 0; row < levels.size(); ++row) {
    all.rows.push_back({std::to_string(row)});
    for (std::size_t i = 0; i < levels.front().size(); ++i)
      all.rows.back().push_back(i < levels[row].size() ? number_text(levels[row][i], 7) : "");
  }
  return figure(drawing.finish(), text(words)) + folded("The tree as a table", all);
}

} // namespace cudalab::grader::html
