// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/difference_data.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t most = 64;       ///< cells along a side
constexpr std::size_t warp_lines = 32; ///< a short vector: as many cells a line as a warp has lanes

std::size_t parts(std::size_t whole, std::size_t part) {
  return (whole + part - 1) / part;
}

int badness(cell state) {
  return state == cell::wrong ? 3 : state == cell::unwritten ? 2 : state == cell::right ? 1 : 0;
}

/// "12r3wu": so many cells of a letter; a single one has no number.
std::string run_lengths(const std::vector<int>& line) {
  constexpr const char* letters = "?ruw";
  std::string text;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i;
    while (end < line.size() && line[end] == line[i])
      ++end;
    text += (end - i > 1 ? std::to_string(end - i) : "") + letters[line[i]];
    i = end;
  }
  return text;
}

} // namespace

nlohmann::json cell_map(const comparison& result, const grid_shape& shape) {
  const std::size_t rows = shape.rows, columns = shape.columns;
  if (result.cells.size() != rows * columns || result.cells.size() < 2 || !shape.members.empty())
    return {};
  const bool folded = rows == 1;
  const std::size_t cell_rows = folded ? 1 : parts(rows, most);
  const std::size_t cell_columns = parts(columns, folded ? most * most : most);
  const std::size_t cells_a_row = parts(columns, cell_columns);
  const std::size_t across = !folded                                  ? cells_a_row
                             : cells_a_row <= warp_lines * warp_lines ? warp_lines
                                                                      : most;
  std::vector<int> map(parts(rows, cell_rows) * cells_a_row, 0);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      int& at = map[row / cell_rows * cells_a_row + column / cell_columns];
      at = std::max(at, badness(result.cells[row * columns + column]));
    }
  nlohmann::json lines = nlohmann::json::array();
  for (std::size_t begin = 0; begin < map.size(); begin += across)
    lines.push_back(run_lengths(
        {map.begin() + static_cast<std::ptrdiff_t>(begin),
         map.begin() + static_cast<std::ptrdiff_t>(std::min(map.size(), begin + across))}));
  return {{"rows", rows},
          {"columns", columns},
          {"cell_rows", cell_rows},
          {"cell_columns", cell_columns},
          {"across", std::min(across, map.size())},
          {"block_rows", shape.block_rows},
          {"block_columns", shape.block_columns},
          {"lines", std::move(lines)}};
}

std::string difference_words(const difference& one, const expectation& wanted) {
  return fmt::format("{}: expected {}, {}", place(wanted, one.row, one.column),
                     number_text(one.expected, 7),
                     one.unwritten ? "never written" : "got " + number_text(one.got, 7));
}

nlohmann::json difference_data(const comparison& result, const expectation& wanted) {
  nlohmann::json differences = nlohmann::json::array();
  for (const difference& each : result.first)
    differences.push_back({{"row", each.row},
                           {"column", each.column},
                           {"place", place(wanted, each.row, each.column)},
                           {"expected", each.expected},
                           {"got", each.unwritten ? nlohmann::json() : nlohmann::json(each.got)},
                           {"unwritten", each.unwritten},
                           {"words", difference_words(each, wanted)}});
  nlohmann::json data = {{"right", result.right},
                         {"wrong", result.wrong},
                         {"unwritten", result.unwritten},
                         {"largest_error", result.largest_error},
                         {"differences", std::move(differences)}};
  if (nlohmann::json map = cell_map(result, wanted.shape); !map.is_null())
    data["map"] = std::move(map);
  return data;
}

} // namespace cudalab::grader
