// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 10: the rungs side by side, for the report. Drawn from what the checks have counted or
/// timed: a rung whose check was not judged is not there.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grader/pictures/bar_data.h"
#include "grader/result.h"

namespace cudalab::lab10 {

using grader::check_result;

/// "2  squares" of "speed.squares"
inline std::string name_of_rung(const check_result& check) {
  static const std::map<std::string, std::string> names = {
      {"strips", "1  strips"},      {"squares", "2  squares"},    {"vectors", "3  vectors"},
      {"async", "4  asynchronous"}, {"warps", "5  warps' tiles"}, {"best", "5  the best shape"}};
  const auto found = names.find(check.id.substr(check.id.find('.') + 1));
  return found == names.end() ? check.id : found->second;
}

inline std::vector<grader::bar> counted_rungs(const std::vector<check_result>& checks) {
  std::vector<grader::bar> all = {{"0  tiles of 32 (given)", {100, 100}, {}}};
  for (const check_result& check : checks) {
    if (check.kind != grader::check_kind::traffic || !check.data.contains("cases"))
      continue;
    double global = 0, shared = 0, given_global = 0, given_shared = 0;
    for (const auto& one : check.data["cases"]) {
      if (!one.contains("submission") || !one.contains("baseline"))
        continue;
      global += one["submission"].value("global_load_requests", 0.0);
      shared += one["submission"].value("shared_load_requests", 0.0);
      given_global += one["baseline"].value("global_load_requests", 0.0);
      given_shared += one["baseline"].value("shared_load_requests", 0.0);
    }
    if (given_global > 0 && given_shared > 0)
      all.push_back(
          {name_of_rung(check), {100 * global / given_global, 100 * shared / given_shared}, {}});
  }
  return all;
}

inline std::vector<grader::bar> timed_rungs(const std::vector<check_result>& checks) {
  std::vector<grader::bar> all = {{"0  tiles of 32 (given)", {1}, {}}};
  for (const check_result& check : checks)
    if (check.kind == grader::check_kind::speed && check.data.contains("ratio")) {
      const auto& interval = check.data["interval"];
      all.push_back({name_of_rung(check),
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
                                         "times as fast as the given kernel",
                                         {"speed"},
                                         true,
                                         std::move(timed)}));
  if (auto all = counted_rungs(checks); all.size() > 1)
    pictures.push_back(grader::bar_data({"The ladder: where the numbers come from",
                                         "loads of a warp for 100 of the given kernel's",
                                         {"global memory", "shared memory"},
                                         false,
                                         std::move(all)}));
  return pictures;
}

} // namespace cudalab::lab10
