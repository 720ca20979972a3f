// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 06: the rungs side by side, for the report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/pictures/ladder.h"
#include "lab06_gates.h"

namespace cudalab::lab06 {

using grader::check_result;

inline const grader::ladder& rungs() {
  static const grader::ladder all = {{{"shared", "2  shared memory"},
                                      {"unrolled", "3  unrolled"},
                                      {"large", "4  large chunks"},
                                      {"best", "5  the best"},
                                      {"fft", "6  transforms"}},
                                     "1  straight (given)",
                                     given_name};
  return all;
}

inline std::vector<grader::bar> counted_rungs(const std::vector<check_result>& checks) {
  std::vector<grader::bar> all = {{rungs().given, {100, 0}, {}}};
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
          {name_of_rung(rungs(), check),
           {100 * global / given, 100 * shared / given},
           check.id == "traffic.best" ? std::optional<double>(100 * most_for_best) : std::nullopt});
  }
  return all;
}

inline nlohmann::json ladder(const std::vector<check_result>& checks) {
  return grader::ladder_pictures(rungs(), checks, counted_rungs(checks),
                                 " (of shared memory with its conflicts)");
}

} // namespace cudalab::lab06
