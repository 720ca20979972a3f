// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The ratios of all pairs, with the interval of their median and what is wanted.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double strip_left = 8, strip_right = 332;
constexpr double strip_top = 46, strip_height = 60, self_top = 132, self_height = 26, foot = 176;
constexpr std::size_t most_pairs = 200;

struct measurement {
  std::vector<double> ratios, self_ratios;
  double ratio = 1, low = 1, high = 1, wanted = 1;
};

std::optional<measurement> measurement_in(const json& data) {
  measurement found;
  found.ratios = numbers_of(data, "ratios");
  found.self_ratios = numbers_of(data, "self_ratios");
  const auto ratio = number_of(data, "ratio"), wanted = number_of(data, "threshold");
  const std::vector<double> interval = numbers_of(data, "interval");
  if (found.ratios.empty() || !ratio || !wanted || interval.size() != 2)
    return std::nullopt;
  found.ratios.resize(std::min(found.ratios.size(), most_pairs));
  found.self_ratios.resize(std::min(found.self_ratios.size(), most_pairs));
  found.ratio = *ratio;
  found.wanted = *wanted;
  found.low = interval[0];
  found.high = interval[1];
  return found;
}

/// From 1, or what is less, to beyond the fastest pair; logarithmic where that is far.
axis scale_of(const measurement& seen) {
  double low = std::min({1.0, seen.wanted, seen.low}),
         high = std::max({1.0, seen.wanted, seen.high});
  for (const double each : seen.ratios) {
    low = std::min(low, each);
    high = std::max(high, each);
  }
  for (const double each : seen.self_ratios) {
    low = std::min(low, each);
    high = std::max(high, each);
  }
  low = std::max(low, 1e-3);
  high = std::min(std::max(high, low * 1.1), 1e9);
  if (high / low > 20)
    return {low / 1.3, high * 1.3, strip_left, strip_right, true};
  const double margin = 0.08 * (high - low);
  return {low - margin, high + margin, strip_left, strip_right, false};
}

/// One dot a pair, in the order in which they were taken, from the upper edge to the lower.
void dots(svg& drawing, const axis& scale, const std::vector<double>& values, double top,
          double height, const char* css_class) {
  for (std::size_t i = 0; i < values.size(); ++i)
    drawing.circle(scale.at(values[i]),
                   top +
                       height * (static_cast<double>(i) + 0.5) / static_cast<double>(values.size()),
                   2.5, css_class);
}

markup draw(const measurement& seen, const std::string& id) {
  svg drawing(
      id, picture_width, foot + 22, "Times as fast as the given kernel, pair by pair",
      fmt::format("{} pairs; their median is {:.3g}, with a 95 percent interval from {:.3g} "
                  "to {:.3g}; {:.3g} is wanted. The given kernel against itself: {} pairs.",
                  seen.ratios.size(), seen.ratio, seen.low, seen.high, seen.wanted,
                  seen.self_ratios.size()));
  const axis scale = scale_of(seen);
  for (const double tick : ticks(scale, 5)) {
    drawing.line(scale.at(tick), strip_top, scale.at(tick), foot, "thin");
    drawing.text(scale.at(tick), foot + 14, fmt::format("{:.3g}", tick), "small soft",
                 anchor::middle);
  }
  drawing.rect(strip_left, strip_top, strip_right - strip_left, strip_height, "frame");
  const double from = scale.at(seen.low), to = scale.at(seen.high);
  drawing.rect(from, strip_top, std::max(to - from, 1.5), strip_height, "interval");
  dots(drawing, scale, seen.ratios, strip_top + 2, strip_height - 4, "dot");
  drawing.line(scale.at(seen.ratio), strip_top - 4, scale.at(seen.ratio),
               strip_top + strip_height + 4, "strong");
  const bool reached = seen.low >= seen.wanted;
  const double wanted = scale.at(seen.wanted);
  drawing.line(wanted, strip_top - 14, wanted, strip_top + strip_height + 4, "bad-line dashed");
  // The two labels stand on different heights: they may be close.
  const auto side = [](double x) {
    return x < 90 ? anchor::start : x > picture_width - 90 ? anchor::end : anchor::middle;
  };
  drawing.text(scale.at(seen.ratio), 12, fmt::format("yours {:.3g}", seen.ratio),
               reached ? "bold good" : "bold bad", side(scale.at(seen.ratio)));
  drawing.text(wanted, 28, fmt::format("wanted {:.3g}", seen.wanted), "small", side(wanted));
  drawing.text(strip_left, self_top - 6, "the given kernel against itself", "small soft");
  drawing.rect(strip_left, self_top, strip_right - strip_left, self_height, "frame");
  dots(drawing, scale, seen.self_ratios, self_top + 2, self_height - 4, "dot hollow");
  return drawing.finish();
}

table table_of(const measurement& seen) {
  table all{{"pair", "times as fast", "given against itself"}, {}, 1};
  for (std::size_t i = 0; i < std::max(seen.ratios.size(), seen.self_ratios.size()); ++i)
    all.rows.push_back(
        {std::to_string(i + 1), i < seen.ratios.size() ? fmt::format("{:.4g}", seen.ratios[i]) : "",
         i < seen.self_ratios.size() ? fmt::format("{:.4g}", seen.self_ratios[i]) : ""});
  return all;
}

} // namespace

markup speed_picture(const check_view& view) {
  if (view.check.at("kind") != "speed")
    return {};
  const auto seen = measurement_in(view.check.at("data"));
  if (!seen)
    return {};
  return figure(
             draw(*seen, view.id),
             text("How many times as fast as the given kernel: a dot is one pair of measurements, "
                  "the band is the 95 % interval of their median, the dashed line is what is "
                  "wanted. The closer the lower dots are to 1, the quieter the machine was.")) +
         folded("All pairs as a table", table_of(*seen));
}

} // namespace cudalab::grader::html
