// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Bars below each other, each maybe of several parts, with what is wanted of it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/draw/box.h"
#include "grader/report/html/draw/lab_picture.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double bars_right = 276, row_height = 40, bar_height = 16;
constexpr std::size_t most_bars = 24, most_parts = 3;
constexpr double largest = 1e12;
constexpr const char* part_class[most_parts] = {"lane", "second-fill", "none-fill"};

struct shown_bar {
  std::string name;
  std::vector<double> values;
  std::optional<double> wanted;
  double sum() const {
    double all = 0;
    for (const double each : values)
      all += each;
    return all;
  }
};

std::vector<shown_bar> bars_in(const json& data) {
  std::vector<shown_bar> all;
  for (const json& each : list_of(data, "bars")) {
    shown_bar one{text_of(each, "name"), numbers_of(each, "values"), number_of(each, "wanted")};
    one.values.resize(std::min(one.values.size(), most_parts));
    for (double& value : one.values)
      value = std::clamp(value, 0.0, largest);
    if (one.wanted && (*one.wanted < 0 || *one.wanted > largest))
      one.wanted.reset();
    if (!one.values.empty() && all.size() < most_bars)
      all.push_back(one);
  }
  return all;
}

/// From 0; of bars in one piece that are far apart logarithmic, from the power of ten below.
axis scale_of(const std::vector<shown_bar>& bars) {
  double low = largest, high = 0;
  bool pieces = false;
  for (const shown_bar& each : bars) {
    high = std::max({high, each.sum(), each.wanted.value_or(0)});
    low = std::min(low, each.sum());
    pieces = pieces || each.values.size() > 1;
  }
  if (!pieces && low > 1e-6 && high / low > 20)
    return {std::pow(10, std::ceil(std::log10(low)) - 1), high * 1.1, picture_margin, bars_right,
            true};
  return {0, high > 0 ? high : 1, picture_margin, bars_right, false};
}

/// The largest part is the story; what is too thin to see has its number.
void add_bar(svg& drawing, const shown_bar& one, const axis& scale, double y, bool good,
             const std::string& second) {
  drawing.text(picture_margin, y + 12, one.name, "");
  double from = scale.logarithmic ? scale.from : 0;
  double so_far = 0;
  for (std::size_t i = 0; i < one.values.size(); ++i) {
    so_far += one.values[i];
    const double begin = scale.at(from), end = scale.at(so_far);
    drawing.rect(begin, y + 17, end - begin, bar_height, part_class[i]);
    if (i == 1)
      fill_box(drawing, begin, y + 17, end - begin, bar_height, second);
    from = so_far;
  }
  drawing.rect(scale.at(scale.from), y + 17, scale.at(so_far) - scale.at(scale.from), bar_height,
               "grid");
  drawing.text(picture_width - 2, y + 30, brief(one.sum()), good ? "bold" : "bold bad",
               anchor::end);
  if (one.wanted) {
    const double x = scale.at(*one.wanted);
    drawing.line(x, y + 13, x, y + 17 + bar_height + 4, "bad-line dashed");
    drawing.text(picture_width - 2, y + 12, fmt::format("wanted {}", brief(*one.wanted)),
                 "small soft", anchor::end);
  }
}

} // namespace

markup draw_bars(const json& data, const std::string& id) {
  const std::vector<shown_bar> bars = bars_in(data);
  if (bars.empty())
    return {};
  const bool more_is_better = flag_of(data, "more_is_better", true);
  const axis scale = scale_of(bars);
  std::vector<std::string> parts;
  for (const json& each : list_of(data, "parts"))
    if (each.is_string() && parts.size() < most_parts)
      parts.push_back(each.get<std::string>());
  std::string told;
  for (const shown_bar& each : bars)
    told += fmt::format("{}: {}. ", each.name, brief(each.sum()));
  const double foot = row_height * static_cast<double>(bars.size()) + 14;
  svg drawing(id, picture_width, foot + 8, text_of(data, "title"), told);
  const std::string second = drawing.hatch("soft-ink", "second-fill", 5);
  for (const double tick : ticks(scale, 4)) {
    drawing.line(scale.at(tick), 14, scale.at(tick), foot - 12, "thin");
    drawing.text(scale.at(tick), foot, brief(tick), "small soft",
                 scale.at(tick) < 12 ? anchor::start : anchor::middle);
  }
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const shown_bar& one = bars[i];
    const bool good =
        !one.wanted || (more_is_better ? one.sum() >= *one.wanted : one.sum() <= *one.wanted);
    add_bar(drawing, one, scale, row_height * static_cast<double>(i), good, second);
  }
  std::string words = text_of(data, "unit");
  if (parts.size() > 1)
    words += fmt::format(". Plain: {}; hatched: {}", parts[0], parts[1]);
  words += std::string(". ") + (more_is_better ? "More is better." : "Less is better.");
  if (scale.logarithmic)
    words += " The scale is logarithmic.";
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  table all{{""}, {}, 1};
  all.head.insert(all.head.end(), parts.begin(), parts.end());
  all.head.push_back("wanted");
  for (const shown_bar& each : bars) {
    all.rows.push_back({each.name});
    for (std::size_t i = 0; i < parts.size(); ++i)
      all.rows.back().push_back(i < each.values.size() ? brief(each.values[i]) : "");
    all.rows.back().push_back(each.wanted ? brief(*each.wanted) : "");
  }
  return figure(drawing.finish(), text(words)) + folded("The same as a table", all);
}

} // namespace cudalab::grader::html
