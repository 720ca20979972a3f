// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pictures/frame_data.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "grader/pictures/case_values.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t coordinates = 4; ///< of a position

/// Four digits are finer than a pixel.
double rounded(double value) {
  return std::stod(fmt::format("{:.4g}", value));
}

/// The part of an axis where most of the right positions are: a few far away do not count.
std::array<double, 2> range_of(const std::vector<double>& positions, std::size_t axis) {
  std::vector<double> along;
  for (std::size_t i = axis; i < positions.size(); i += coordinates)
    if (std::isfinite(positions[i]))
      along.push_back(positions[i]);
  if (along.empty())
    return {-1, 1};
  std::sort(along.begin(), along.end());
  const std::size_t cut = along.size() / 50;
  const double low = along[cut], high = along[along.size() - 1 - cut];
  const double margin = std::max(0.1 * (high - low), 1e-3);
  return {rounded(low - margin), rounded(high + margin)};
}

bool right(const seen_output& out, std::size_t point) {
  const auto first = out.cells.begin() + static_cast<std::ptrdiff_t>(coordinates * point);
  return std::all_of(first, first + coordinates,
                     [](cell each) { return each == cell::right || each == cell::unchecked; });
}

nlohmann::json frame_of(const finished_case& of, const std::string& output) {
  const seen_output out = output_of(of, output);
  const std::size_t half = out.wanted->want.size() / 2 / coordinates * coordinates;
  const std::vector<double> want(out.wanted->want.begin(),
                                 out.wanted->want.begin() + static_cast<std::ptrdiff_t>(half));
  const auto [left, to_right] = range_of(want, 0);
  const auto [bottom, top] = range_of(want, 1);
  nlohmann::json frame = {{"name", of.one.name()},
                          {"view", {left, bottom, to_right, top}},
                          {"count", half / coordinates},
                          {"points", nlohmann::json::array()},
                          {"misplaced", nlohmann::json::array()}};
  if (out.got.empty())
    return frame;
  std::size_t wrong = 0, not_finite = 0, outside = 0;
  const std::size_t count = std::max(half / coordinates, most_points);
  for (std::size_t i = 0; i < half / coordinates; ++i) {
    const double x = out.got[coordinates * i], y = out.got[coordinates * i + 1];
    const bool is_right = right(out, i), finite = std::isfinite(x) && std::isfinite(y);
    wrong += !is_right;
    not_finite += !finite;
    if (!is_right && frame["misplaced"].size() < most_misplaced)
      frame["misplaced"].push_back({finite ? nlohmann::json(rounded(x)) : nlohmann::json(),
                                    finite ? nlohmann::json(rounded(y)) : nlohmann::json(),
                                    rounded(want[coordinates * i]),
                                    rounded(want[coordinates * i + 1])});
    if (!finite)
      continue;
    if (x < left || x > to_right || y < bottom || y > top)
      ++outside;
    else if (is_right && (i == 0 || i * most_points / count != (i - 1) * most_points / count))
      frame["points"].push_back({rounded(x), rounded(y)});
  }
  frame["wrong"] = wrong;
  frame["not_finite"] = not_finite;
  frame["outside"] = outside;
  return frame;
}

} // namespace

nlohmann::json frame_data(const std::string& title, const std::vector<const finished_case*>& cases,
                          const std::string& output) {
  nlohmann::json frames = nlohmann::json::array();
  for (const finished_case* each : cases)
    frames.push_back(frame_of(*each, output));
  return {{"kind", "frames"}, {"title", title}, {"frames", std::move(frames)}};
}

} // namespace cudalab::grader
