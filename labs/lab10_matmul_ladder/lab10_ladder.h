// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 10: the rungs side by side, for the report.
#pragma once

#include <string>
#include <vector>

#include "grader/pictures/ladder.h"
#include "lab10_gates.h"

namespace cudalab::lab10 {

using grader::check_result;

inline const grader::ladder& rungs() {
  static const grader::ladder all = {{{"strips", "1  strips"},
                                      {"squares", "2  squares"},
                                      {"vectors", "3  vectors"},
                                      {"async", "4  asynchronous"},
                                      {"warps", "5  warps' tiles"},
                                      {"best", "5  the best shape"}},
                                     "0  tiles of 32 (given)",
                                     given_name};
  return all;
}

inline std::vector<grader::bar> counted_rungs(const std::vector<check_result>& checks) {
  std::vector<grader::bar> all = {{rungs().given, {100, 100}, {}}};
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
      all.push_back({name_of_rung(rungs(), check),
                     {100 * global / given_global, 100 * shared / given_shared},
                     {}});
  }
  return all;
}

inline nlohmann::json ladder(const std::vector<check_result>& checks) {
  return grader::ladder_pictures(rungs(), checks, counted_rungs(checks));
}

} // namespace cudalab::lab10
