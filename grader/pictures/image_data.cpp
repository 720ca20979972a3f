// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pictures/image_data.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/pictures/case_values.h"

namespace cudalab::grader {

namespace {

char mark_of(cell one) {
  switch (one) {
  case cell::wrong:
    return 'x';
  case cell::unwritten:
    return '?';
  case cell::right:
  case cell::unchecked:
    break;
  }
  return '.';
}

nlohmann::json mark_rows(const std::vector<cell>& cells, std::size_t columns) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t at = 0; at + columns <= cells.size(); at += columns) {
    std::string row;
    for (std::size_t i = at; i < at + columns; ++i)
      row += mark_of(cells[i]);
    rows.push_back(row);
  }
  return rows;
}

double largest(const std::vector<double>& values, double so_far) {
  for (const double each : values)
    if (std::isfinite(each))
      so_far = std::max(so_far, each);
  return so_far;
}

} // namespace

nlohmann::json grey_rows(const std::vector<double>& pixels, std::size_t columns, double white) {
  nlohmann::json rows = nlohmann::json::array();
  for (std::size_t at = 0; at + columns <= pixels.size(); at += columns) {
    std::string row;
    for (std::size_t i = at; i < at + columns; ++i) {
      const double part = white > 0 ? pixels[i] / white : 0;
      const double level = part > 0 ? std::min(part, 1.0) : 0; // NaN is not greater
      row += fmt::format("{:02x}", static_cast<int>(std::lround(255 * level)));
    }
    rows.push_back(row);
  }
  return rows;
}

nlohmann::json image_data(const finished_case& of, const std::string& before,
                          const std::string& after) {
  const std::vector<double> in = input_of(of, before);
  const seen_output out = output_of(of, after);
  const grid_shape& shape = out.wanted->shape;
  if (in.size() != shape.rows * shape.columns || out.wanted->want.size() != in.size())
    throw std::logic_error("a picture is shown before and after, and its sizes differ");
  const double white = largest(out.wanted->want, largest(in, 0));
  nlohmann::json data = {{"kind", "image"},
                         {"title", fmt::format("{}, {}", of.one.call().function, of.one.name())},
                         {"width", shape.columns},
                         {"height", shape.rows},
                         {"block", {shape.block_columns, shape.block_rows}},
                         {"white", white},
                         {"before", grey_rows(in, shape.columns, white)}};
  if (of.launches.size() == 1) { // of several nobody knows which made the picture
    const auto& [grid, block] = of.launches.front();
    if (grid[2] == 1 && block[2] == 1)
      data["launch"] = {{"grid", {grid[0], grid[1]}}, {"block", {block[0], block[1]}}};
  }
  if (out.got.empty())
    return data;
  data["after"] = grey_rows(out.got, shape.columns, white);
  if (of.right)
    return data;
  data["expected"] = grey_rows(out.wanted->want, shape.columns, white);
  data["marks"] = mark_rows(out.cells, shape.columns);
  data["wrong"] = std::count(out.cells.begin(), out.cells.end(), cell::wrong);
  data["unwritten"] = std::count(out.cells.begin(), out.cells.end(), cell::unwritten);
  return data;
}

} // namespace cudalab::grader
