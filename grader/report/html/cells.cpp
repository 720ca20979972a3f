// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Wrong results: a map of the output and the first differences in numbers.
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"
#include "grader/report/html/cell_map.h"
#include "grader/report/html/pictures.h"

namespace cudalab::grader::html {

namespace {

using nlohmann::json;

constexpr std::size_t cases_shown = 1; ///< besides the one that is told first

/// A number as the document has it: null is NaN or infinite, or nothing at all.
std::string shown_number(const json& value) {
  return value.is_number() ? number_text(value.get<double>(), 7) : "not a number";
}

markup number_cell(const std::string& plain) {
  return element("td", {{"class", "number"}}, text(plain));
}

markup differences(const json& failed_case) {
  markup lines;
  for (const json& each : failed_case.at("differences")) {
    const bool unwritten = each.value("unwritten", each.at("got").is_null());
    lines +=
        element("tr", element("th", {{"scope", "row"}}, text(each.value("place", ""))) +
                          number_cell(shown_number(each.at("expected"))) +
                          number_cell(unwritten ? "never written" : shown_number(each.at("got"))));
  }
  if (lines.empty())
    return {};
  const auto head = [](const char* name, const char* css_class) {
    return element("th", {{"scope", "col"}, {"class", css_class}}, text(name));
  };
  return element(
      "div", {{"class", "scroll"}},
      element("table", element("caption", "The first differences") +
                           element("thead", element("tr", head("Where", "place") +
                                                              head("Expected", "number") +
                                                              head("Got", "number"))) +
                           element("tbody", lines)));
}

markup picture_of(const json& failed_case, const std::string& id) {
  markup content;
  if (failed_case.contains("map")) {
    const cell_map_drawing map = draw_cell_map(failed_case, id);
    content += element("div", figure(map.drawing, text(map.scale)) + map.legend);
  }
  content += differences(failed_case);
  return element("div", {{"class", "sides"}}, content);
}

bool is_shown(const json& one) {
  return !one.at("passed").get<bool>() && one.contains("output") && one.contains("differences");
}

} // namespace

markup cells_picture(const check_view& view) {
  if (view.check.at("kind") != "correctness")
    return {};
  const json& data = view.check.at("data");
  const std::string first_told = data.value("first_told", "");
  markup first, others;
  std::size_t shown = 0;
  for (const json& one : data.value("cases", json::array())) {
    if (!is_shown(one))
      continue;
    const bool is_first = one.at("name") == first_told || (first_told.empty() && first.empty());
    if (!is_first && ++shown > cases_shown)
      continue;
    const markup heading = element("h4", text(one.at("output").get<std::string>() +
                                              " in the case " + one.at("name").get<std::string>()));
    (is_first ? first : others) +=
        heading + picture_of(one, fmt::format("{}-map{}", view.id, is_first ? 0 : shown));
  }
  if (!others.empty())
    others = element("details", element("summary", "Other cases that are wrong") + others);
  return first + others;
}

} // namespace cudalab::grader::html
