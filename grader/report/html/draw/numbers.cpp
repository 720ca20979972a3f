// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/draw/numbers.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/compare/words.h"

namespace cudalab::grader::html {

using nlohmann::json;

std::optional<double> number_in(const json& value) {
  if (!value.is_number())
    return std::nullopt;
  const double found = value.get<double>();
  return std::isfinite(found) ? std::optional(found) : std::nullopt;
}

std::optional<double> number_of(const json& object, const char* name) {
  if (!object.is_object())
    return std::nullopt;
  const auto found = object.find(name);
  return found == object.end() ? std::nullopt : number_in(*found);
}

std::vector<double> numbers_of(const json& object, const char* name) {
  std::vector<double> all;
  for (const json& each : list_of(object, name))
    if (const auto value = number_in(each))
      all.push_back(*value);
  return all;
}

std::string text_of(const json& object, const char* name) {
  if (!object.is_object())
    return {};
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_of(const json& object, const char* name, bool otherwise) {
  if (!object.is_object())
    return otherwise;
  const auto found = object.find(name);
  return found != object.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

const json& list_of(const json& object, const char* name) {
  static const json nothing = json::array();
  if (!object.is_object())
    return nothing;
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : nothing;
}

std::string brief(double value) {
  if (!std::isfinite(value))
    return "no number";
  const double size = std::abs(value);
  if (size >= 1e3 && size < 1e9)
    return (value < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::llround(size)));
  return fmt::format("{:.3g}", value);
}

std::string tick_text(double value) {
  if (value >= 0.999e6 && value < 1e9)
    return fmt::format("{:g}M", value / 1e6);
  if (value >= 0.999e4 && value < 1e6)
    return fmt::format("{:g}k", value / 1e3);
  return fmt::format("{:g}", value);
}

double axis::at(double value) const {
  value = std::clamp(value, from, to);
  const double part =
      logarithmic ? std::log(value / from) / std::log(to / from) : (value - from) / (to - from);
  return pixel_from + part * (pixel_to - pixel_from);
}

std::vector<double> ticks(const axis& along, int count) {
  std::vector<double> all;
  if (along.logarithmic) {
    const double decades = std::log10(along.to / along.from);
    const bool room = decades * 3 <= count + 1;
    for (double power = std::floor(std::log10(along.from)); power <= std::log10(along.to); ++power)
      for (const double factor : {1.0, 2.0, 5.0})
        if (const double value = factor * std::pow(10.0, power);
            (factor == 1 || room) && value >= along.from * 0.999 && value <= along.to * 1.001)
          all.push_back(value);
    return all;
  }
  const double rough = (along.to - along.from) / count;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double step = power * (rough / power > 5   ? 10
                               : rough / power > 2 ? 5
                               : rough / power > 1 ? 2
                                                   : 1);
  const double first = std::ceil(along.from / step - 1e-9) * step;
  for (int i = 0; i < 4 * count && first + i * step <= along.to + 1e-9 * step; ++i)
    all.push_back(first + i * step);
  return all;
}

markup as_markup(const table& of) {
  markup head, body;
  for (std::size_t i = 0; i < of.head.size(); ++i)
    head += element("th", {{"scope", "col"}, {"class", i < of.words ? "text" : "number"}},
                    text(of.head[i]));
  for (const auto& row : of.rows) {
    markup cells;
    for (std::size_t i = 0; i < row.size(); ++i)
      cells += i == 0 ? element("th", {{"scope", "row"}}, text(row[i]))
                      : element("td", {{"class", i < of.words ? "text" : "number"}}, text(row[i]));
    body += element("tr", cells);
  }
  return element("div", {{"class", "scroll"}},
                 element("table", element("thead", element("tr", head)) + element("tbody", body)));
}

markup folded(const std::string& summary, const table& of) {
  return element("details", {{"class", "data"}}, element("summary", summary) + as_markup(of));
}

} // namespace cudalab::grader::html
