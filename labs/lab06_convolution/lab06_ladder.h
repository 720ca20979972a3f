// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 06: the rungs side by side, for the report. Drawn from what the checks have counted or
/// timed: a rung whose check was not judged is not there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "grader/pictures/bar_data.h"
#include "grader/result.h"
#include "lab06_gates.h"

namespace cudalab::lab06 {

using grader::check_result;

inline const std::map<std::string, std::string>& rungs() {
  static const std::map<std::string, std::string> names = {{"shared", "2  shared memory"},
                                                           {"unrolled", "3  unrolled"},
                                                           {"large", "4  large chunks"},
                                                           {"best", "5  the best"},
                                                           {"fft", "6  transforms"}};
  return names;
}

/// "5  the best" of "speed.best"
inline std::string rung_of(const check_result& check) {
  const auto found = rungs().find(check.id.substr(check.id.find('.') + 1));
  return found == rungs().end() ? check.id : found->second;
}

inline std::vector<grader::bar> counted_rungs(const std::vector<check_result>& checks) {
  std::vector<grader::bar> all = {{"1  straight (given)", {100, 0}, {}}};
  for (const check_result& check : checks) {
    if (check.kind != grader::check_kind::traffic || !check.data.contains("cases"))
      continue;
    double given = 0, global = 0, shared = 0;
    for (const auto& one : check.data["cases"]) {
      if (!one.contains("submission") || !one.contains("baseline"))
        continue;
      const auto& mine = one["submission"];
      given += one["baseline"].value("global_load_requests", 0.0);
      global += mine.value("global_load_requests", 0.0);
      shared += mine.value("shared_load_requests", 0.0) + mine.value("shared_load_conflicts", 0.0);
    }
    if (given > 0)
      all.push_back(
          {rung_of(check),
           {100 * global / given, 100 * shared / given},
           check.id == "traffic.best" ? std::optional<double>(100 * most_for_best) : std::nullopt});
  }
  return all;
}

inline std::vector<grader::bar> timed_rungs(const std::vector<check_result>& checks) {
  std::vector<grader::bar> all = {{"1  straight (given)", {1}, {}}};
  for (const check_result& check : checks)
    if (check.kind == grader::check_kind::speed && check.data.contains("ratio")) {
      const auto& interval = check.data["interval"];
      all.push_back({rung_of(check),
                     {check.data["ratio"].get<double>()},
                     check.data["threshold"].get<double>(),
                     std::pair{interval[0].get<double>(), interval[1].get<double>()}});
    }
  return all;
}

inline nlohmann::json ladder(const std::vector<check_result>& checks) {
  nlohmann::json pictures = nlohmann::json::array();
  if (auto timed = timed_rungs(checks); timed.size() > 1)
    pictures.push_back(grader::bar_data({"The ladder: how fast each rung is",
                                         "times as fast as the straight kernel",
                                         {"speed"},
                                         true,
                                         std::move(timed)}));
  if (auto counted = counted_rungs(checks); counted.size() > 1)
    pictures.push_back(grader::bar_data(
        {"The ladder: where the numbers come from",
         "loads of a warp for 100 of the straight kernel's (of shared memory with its conflicts)",
         {"global memory", "shared memory"},
         false,
         std::move(counted)}));
  return pictures;
}

} // namespace cudalab::lab06
