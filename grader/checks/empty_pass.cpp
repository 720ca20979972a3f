// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/empty_pass.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

bool wrote_nothing(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != status::fail)
    return false;
  const nlohmann::json cases = result.data.value("cases", nlohmann::json::array());
  return !cases.empty() && std::all_of(cases.begin(), cases.end(), [](const auto& each) {
    return each.value("reason", "") == "nothing_written";
  });
}

} // namespace

void take_back_empty_passes(std::vector<check_result>& judged) {
  for (check_result& each : judged) {
    if (each.kind != check_kind::clean || each.status != status::pass)
      continue;
    const auto cause =
        std::find_if(judged.begin(), judged.end(), [&each](const check_result& other) {
          return (each.exercise == other.exercise || each.exercise == 0) && wrote_nothing(other);
        });
    if (cause == judged.end())
      continue;
    each.status = status::fail;
    each.blocked_by = cause->id;
    each.message =
        fmt::format("nothing ran that could be watched: first mend \"{}\"", cause->title);
  }
}

} // namespace cudalab::grader
