// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Bars that are compared with each other, for the report: `"kind": "bars"` of docs/grade.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

struct bar {
  std::string name;
  std::vector<double> values; ///< one for each of bars::parts, laid end to end
  std::optional<double> wanted;
  std::optional<std::pair<double, double>> interval = {}; ///< 95 %
};

struct bars {
  std::string title;
  std::string unit;               ///< "times as fast as the straight kernel"
  std::vector<std::string> parts; ///< of a bar: {"global memory", "shared memory"}
  bool more_is_better = true;     ///< bar::wanted is the least; else the most
  std::vector<bar> all;
};

inline nlohmann::json bar_data(const bars& of) {
  nlohmann::json list = nlohmann::json::array();
  for (const bar& each : of.all) {
    nlohmann::json entry = {{"name", each.name}, {"values", each.values}};
    if (each.wanted)
      entry["wanted"] = *each.wanted;
    if (each.interval)
      entry["interval"] = {each.interval->first, each.interval->second};
    list.push_back(std::move(entry));
  }
  return {{"kind", "bars"},
          {"title", of.title},
          {"unit", of.unit},
          {"parts", of.parts},
          {"more_is_better", of.more_is_better},
          {"bars", std::move(list)}};
}

} // namespace cudalab::grader
