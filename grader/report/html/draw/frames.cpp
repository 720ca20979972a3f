// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Clouds of points: one small drawing a frame. A point at a wrong place is a cross, joined with the
// ring where it belongs.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/lab_picture.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double plane_width = 300, plane_left = 40, plane_right = 294, plane_top = 24,
                 plane_bottom = 214, plane_height = 236;
constexpr std::size_t most_frames = 8, most_points = 2000;

struct plane {
  axis x, y;
  bool holds(double px, double py) const {
    return px >= x.from && px <= x.to && py >= y.from && py <= y.to;
  }
};

std::optional<plane> plane_of(const json& frame) {
  const std::vector<double> view = numbers_of(frame, "view");
  if (view.size() != 4 || !(view[0] < view[2]) || !(view[1] < view[3]) ||
      std::any_of(view.begin(), view.end(), [](double v) { return v < -1e9 || v > 1e9; }))
    return std::nullopt;
  return plane{{view[0], view[2], plane_left, plane_right, false},
               {view[1], view[3], plane_bottom, plane_top, false}};
}

void add_axes(svg& drawing, const plane& of) {
  for (const double tick : ticks(of.x, 4)) {
    drawing.line(of.x.at(tick), plane_top, of.x.at(tick), plane_bottom, "thin");
    drawing.text(of.x.at(tick), plane_bottom + 14, fmt::format("{:.3g}", tick), "small soft",
                 anchor::middle);
  }
  for (const double tick : ticks(of.y, 4)) {
    drawing.line(plane_left, of.y.at(tick), plane_right, of.y.at(tick), "thin");
    drawing.text(plane_left - 4, of.y.at(tick) + 4, fmt::format("{:.3g}", tick), "small soft",
                 anchor::end);
  }
  drawing.rect(plane_left, plane_top, plane_right - plane_left, plane_bottom - plane_top, "frame");
}

std::string dots(const json& points, const plane& of) {
  std::string path;
  std::size_t count = 0;
  for (const json& each : points) {
    if (++count > most_points)
      break;
    if (!each.is_array() || each.size() != 2)
      continue;
    const auto x = number_in(each[0]), y = number_in(each[1]);
    if (x && y && of.holds(*x, *y))
      path += fmt::format("M{:.1f} {:.1f}h0", of.x.at(*x), of.y.at(*y));
  }
  return path;
}

/// Where points are that should be elsewhere, and where those belong. Outside of the view: at its
/// edge.
void add_misplaced(svg& drawing, const json& misplaced, const plane& of) {
  std::string ways, crosses, rings;
  std::size_t count = 0;
  for (const json& each : misplaced) {
    if (++count > most_points || !each.is_array() || each.size() != 4)
      continue;
    const auto x = number_in(each[0]), y = number_in(each[1]), to_x = number_in(each[2]),
               to_y = number_in(each[3]);
    if (to_x && to_y && of.holds(*to_x, *to_y))
      drawing.circle(of.x.at(*to_x), of.y.at(*to_y), 3, "hollow");
    if (!x || !y)
      continue;
    const double at_x = of.x.at(*x), at_y = of.y.at(*y);
    crosses += fmt::format("M{:.1f} {:.1f}l5 5m0-5l-5 5", at_x - 2.5, at_y - 2.5);
    if (to_x && to_y)
      ways +=
          fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", at_x, at_y, of.x.at(*to_x), of.y.at(*to_y));
  }
  if (!ways.empty())
    drawing.path(ways, "way");
  if (!crosses.empty())
    drawing.path(crosses, "cross");
}

struct counts {
  double all = 0, wrong = 0, outside = 0, not_finite = 0;
};

counts counts_of(const json& frame) {
  return {number_of(frame, "count").value_or(0), number_of(frame, "wrong").value_or(0),
          number_of(frame, "outside").value_or(0), number_of(frame, "not_finite").value_or(0)};
}

} // namespace

markup draw_frames(const json& data, const std::string& id) {
  markup drawings;
  table all{{"frame", "points", "wrong", "not a number", "outside of the view"}, {}, 1};
  bool any_wrong = false;
  for (const json& frame : list_of(data, "frames")) {
    const auto of = plane_of(frame);
    if (!of || all.rows.size() == most_frames)
      continue;
    const counts seen = counts_of(frame);
    const std::string name = text_of(frame, "name");
    svg drawing(
        fmt::format("{}-{}", id, all.rows.size()), plane_width, plane_height, name,
        fmt::format("{} points, {} of them at a wrong place.", brief(seen.all), brief(seen.wrong)));
    add_axes(drawing, *of);
    const std::string points = dots(list_of(frame, "points"), *of);
    if (!points.empty())
      drawing.path(points, "points");
    add_misplaced(drawing, list_of(frame, "misplaced"), *of);
    drawing.text(plane_left, 14,
                 seen.wrong > 0 ? fmt::format("{} of {} wrong", brief(seen.wrong), brief(seen.all))
                                : fmt::format("{} points, all right", brief(seen.all)),
                 seen.wrong > 0 ? "bold bad" : "bold good");
    drawings += element("figure", drawing.finish() + element("figcaption", name));
    any_wrong = any_wrong || seen.wrong > 0;
    all.rows.push_back(
        {name, brief(seen.all), brief(seen.wrong), brief(seen.not_finite), brief(seen.outside)});
  }
  if (all.rows.empty())
    return {};
  std::string words = "Where the points are at the end of a case, seen from the front: x to the "
                      "right, y up.";
  if (any_wrong)
    words += " A cross is a point at a wrong place; a line leads to the ring where it belongs.";
  return element("div", {{"class", "side-by-side"}}, drawings) +
         element("p", {{"class", "soft"}}, text(words)) + folded("The same in numbers", all);
}

} // namespace cudalab::grader::html
