// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Counted traffic: a bar for each source line that touches memory, and one request of the worst.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/draw/numbers.h"
#include "grader/report/html/draw/request.h"
#include "grader/report/html/draw/traffic_lines.h"
#include "grader/report/html/pictures.h"
#include "grader/report/html/source_view.h"
#include "grader/report/html/summary.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

/// The case to show: the first that did not pass, or the first.
const json* case_of(const json& check) {
  const json& cases = list_of(check.at("data"), "cases");
  for (const json& each : cases)
    if (each.is_object() && each.contains("passed") && each["passed"] == false)
      return &each;
  return cases.empty() ? nullptr : &cases.front();
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
                 draw_traffic_bars(lines, view.id + "-lines") +
                     element("div", worst_request(view.grade, worst, view.id + "-request"))) +
         folded("The same as a table", table_of(view.grade, lines));
}

} // namespace cudalab::grader::html
