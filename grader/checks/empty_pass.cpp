// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/empty_pass.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/run/worker_process.h"

namespace cudalab::grader {

bool wrote_nothing(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != check_status::fail)
    return false;
  const nlohmann::json cases = result.data.value("cases", nlohmann::json::array());
  const auto empty = [](const auto& each) { return each.value("reason", "") == "nothing_written"; };
  return std::any_of(cases.begin(), cases.end(), empty) &&
         std::all_of(cases.begin(), cases.end(), [&](const auto& each) {
           return empty(each) || each.value("nothing_to_write", false) ||
                  each.value("reason", "") == name_of(ending::exception);
         });
}

void take_back(check_result& passed, const check_result& cause) {
  passed.status = check_status::fail;
  passed.blocked_by = cause.id;
  passed.message =
      passed.exercise == 0
          ? fmt::format("nothing wrong seen yet, but a part does nothing so far: first fix \"{}\"",
                        cause.title)
          : fmt::format("nothing ran that could be watched: first fix \"{}\"", cause.title);
}

void take_back_empty_passes(std::vector<check_result>& judged) {
  for (check_result& each : judged) {
    if (each.kind != check_kind::clean || each.status != check_status::pass)
      continue;
    const auto cause =
        std::find_if(judged.begin(), judged.end(), [&each](const check_result& other) {
          return (each.exercise == other.exercise || each.exercise == 0) && wrote_nothing(other);
        });
    if (cause != judged.end())
      take_back(each, *cause);
  }
}

} // namespace cudalab::grader
