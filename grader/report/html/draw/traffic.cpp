// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Counted traffic: a bar for each source line that touches memory, and one request of the worst.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/draw/box.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/draw/request.h"
#include "grader/report/html/draw/table.h"
#include "grader/report/html/draw/traffic_lines.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/summary.h"
#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr double bar_left = 2, bar_right = 236, line_height = 34, line_bar_height = 12,
                 name_height = 22;
constexpr std::size_t most_rows = 16;

/// The case to show: the first that did not pass, or the first.
const json* case_of(const json& check) {
  const json& cases = list_of(check.at("data"), "cases");
  for (const json& each : cases)
    if (each.is_object() && each.contains("passed") && each["passed"] == false)
      return &each;
  return cases.empty() ? nullptr : &cases.front();
}

/// "8.5 sectors, 1.5 would do" or "4.0 passes, 8-way conflict"
std::string figures_of(const traffic_line& line) {
  if (line.global)
    return fmt::format("{:.1f} sectors{}", line.each,
                       line.wasteful() ? fmt::format(", {:.1f} would do", line.least) : "");
  return fmt::format("{:.1f} passes{}", line.each,
                     line.wasteful() ? fmt::format(", {}-way conflict", line.degree) : "");
}

/// What the gate did not allow, as the lab calls it: "store sectors per request". Empty: nothing.
std::string missed_figure(const json& shown) {
  if (shown.contains("gate") && shown["gate"].is_object())
    for (const auto& [name, figure] : shown["gate"].items()) {
      const auto counted = number_of(figure, "counted"), allowed = number_of(figure, "allowed");
      if (counted && allowed && *counted > *allowed)
        return name;
    }
  return {};
}

/// The line that wastes most; of those that the missed figure names, where it names some.
const traffic_line& worst_of(const std::vector<traffic_line>& lines, const std::string& missed) {
  const auto named = [&missed](const traffic_line& line) {
    return missed.find(line.operation) != std::string::npos;
  };
  // Where nothing is wasted, the line of global memory that says most.
  const auto rank = [&named](const traffic_line& line) {
    return std::tuple(named(line), line.wasteful() ? line.waste() : 0, line.global, line.requests);
  };
  return *std::max_element(
      lines.begin(), lines.end(),
      [&rank](const traffic_line& a, const traffic_line& b) { return rank(a) < rank(b); });
}

/// Heights of the rows: a kernel's name stands above its first line where there are several.
struct layout {
  std::vector<double> tops; ///< of the lines
  std::vector<bool> named;
  double end = 0;
};

layout layout_of(const std::vector<traffic_line>& lines) {
  const std::size_t rows = std::min(lines.size(), most_rows);
  const bool several = lines.front().kernel != lines.back().kernel;
  layout all;
  for (std::size_t i = 0; i < rows; ++i) {
    all.named.push_back(several && (i == 0 || lines[i].kernel != lines[i - 1].kernel));
    all.end += all.named[i] ? name_height : 0;
    all.tops.push_back(all.end);
    all.end += line_height;
  }
  return all;
}

markup bars(const std::vector<traffic_line>& lines, const std::string& id) {
  const layout rows = layout_of(lines);
  svg drawing(id, picture_width, rows.end + 22, "Sectors and passes of a request, line by line",
              "For each source line how many sectors of global memory, or passes of shared memory, "
              "one request of a warp takes on average. The table has the same numbers.");
  const std::string waste = drawing.hatch("bad-ink", "bad-fill", 4);
  const axis scale{0, 32, bar_left, bar_right, false};
  for (std::size_t i = 0; i < rows.tops.size(); ++i) {
    const traffic_line& line = lines[i];
    const double y = rows.tops[i];
    if (rows.named[i])
      drawing.text(bar_left, y - 4, line.kernel, "small bold");
    drawing.text(bar_left, y + 12,
                 fmt::format("line {}, {} {}", line.number, line.space, line.operation), "small");
    drawing.text(picture_width - 2, y + 12, figures_of(line), "small soft", anchor::end);
    const double end = scale.at(line.each), needed = scale.at(std::min(line.least, line.each));
    drawing.rect(bar_left, y + 17, bar_right - bar_left, line_bar_height, "none-fill");
    drawing.rect(bar_left, y + 17, needed - bar_left, line_bar_height, "lane");
    if (line.wasteful()) {
      drawing.rect(needed, y + 17, end - needed, line_bar_height, "bad-fill");
      fill_box(drawing, needed, y + 17, end - needed, line_bar_height, waste);
    }
    drawing.text(bar_right + 6, y + 27, grouped(line.requests), "small");
  }
  const double foot = rows.end + 10;
  for (const double tick : {0.0, 8.0, 16.0, 24.0, 32.0})
    drawing.text(scale.at(tick), foot, fmt::format("{:g}", tick), "small soft",
                 tick == 0    ? anchor::start
                 : tick == 32 ? anchor::end
                              : anchor::middle);
  drawing.text(bar_right + 6, foot, "requests", "small soft");
  return drawing.finish();
}

table table_of(const json& grade, const std::vector<traffic_line>& lines) {
  table all{{"line", "code", "memory", "requests", "sectors a request", "at least",
             "worst conflict", "lanes"},
            {},
            3};
  const bool several = lines.front().kernel != lines.back().kernel;
  if (several)
    all.head.push_back("kernel");
  for (const traffic_line& line : lines) {
    const auto quoted = quoted_lines(grade, line.file);
    const auto code = quoted.find(line.number);
    std::string source = code == quoted.end() ? "" : code->second;
    source.erase(0, std::min(source.find_first_not_of(' '), source.size()));
    all.rows.push_back({line.place, source, line.space + " " + line.operation,
                        grouped(line.requests), line.global ? fmt::format("{:.1f}", line.each) : "",
                        line.global ? fmt::format("{:.1f}", line.least) : "",
                        std::to_string(line.degree), fmt::format("{:.1f}", line.lanes)});
    if (several)
      all.rows.back().push_back(line.kernel);
  }
  return all;
}

/// One request of the line that wastes most.
markup worst_request(const json& grade, const traffic_line& line, const std::string& id) {
  const auto example = example_in(*line.from);
  if (!example)
    return {};
  markup words = text(line.place + ": ");
  const bool banks = !line.global;
  if (banks) {
    const std::size_t degree = worst_pass(*example).degree();
    words += text(degree <= 1
                      ? "no bank must serve two different words in this request."
                      : fmt::format("one bank must serve {} different words in this request, one "
                                    "after the other. Rows below the first are passes that a "
                                    "request without conflicts does not need.",
                                    degree));
  } else {
    words += text(fmt::format(
        "this request touches {} sectors of 32 bytes. Of each sector all 32 bytes are moved; the "
        "filled part is what the lanes asked for.",
        sectors_of(*example).size()));
  }
  words += text(fmt::format(" Lane {} is thread {}.", line.first_lane(*example), example->thread));
  return source_view(grade, line.file, line.number, 0) +
         figure(banks ? draw_banks(*example, id) : draw_sectors(*example, id), words);
}

/// The check that draws the same counts: the first that failed by them, or the first of all.
const json& drawn_by(const check_view& view, const json& shown) {
  if (view.check.at("status") != "pass")
    return view.check;
  const json* first = nullptr;
  for (const json& each : view.grade.at("checks")) {
    const json* const other = each.at("kind") == "traffic" ? case_of(each) : nullptr;
    if (other == nullptr || text_of(*other, "name") != text_of(shown, "name") ||
        list_of(*other, "kernels") != list_of(shown, "kernels"))
      continue;
    if (each.at("status") != "pass")
      return each;
    if (first == nullptr)
      first = &each;
  }
  return first == nullptr ? view.check : *first;
}

markup caption_of(const std::vector<traffic_line>& lines) {
  std::string words =
      "Every line that touches memory. A bar is what one request (one instruction of a warp) takes "
      "on average: sectors of 32 bytes of global memory, or passes of shared memory. Filled: the "
      "least that would do; hatched: what is beyond it. On the right: how many requests.";
  if (lines.size() > most_rows)
    words += fmt::format(" The first {} of {} lines: the table has all.", most_rows, lines.size());
  return text(words);
}

} // namespace

markup traffic_picture(const check_view& view) {
  if (view.check.at("kind") != "traffic")
    return {};
  const json* const shown = case_of(view.check);
  if (shown == nullptr)
    return {};
  if (const json& other = drawn_by(view, *shown); other.at("id") != view.check.at("id"))
    return element("p", text("The memory traffic is that of the picture in ") +
                            element("a", {{"href", "#" + anchor_of(other.at("id"))}},
                                    prose(other.at("title").get<std::string>())) +
                            text("."));
  const std::vector<traffic_line> lines = traffic_lines(*shown);
  if (lines.empty())
    return {};
  const traffic_line& worst = worst_of(lines, missed_figure(*shown));
  const std::string name = text_of(*shown, "name");
  return element("h4", fmt::format("Memory traffic of your kernels, {}", name)) +
         element("div", {{"class", "side-by-side"}},
                 figure(bars(lines, view.id + "-lines"), caption_of(lines)) +
                     element("div", worst_request(view.grade, worst, view.id + "-request"))) +
         folded("The same as a table", table_of(view.grade, lines));
}

} // namespace cudalab::grader::html
