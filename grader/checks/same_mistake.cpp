// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/same_mistake.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

bool tells_of_memory_beside(const check_result& result) {
  if (result.kind != check_kind::correctness || result.status != status::fail ||
      !result.data.contains("cases"))
    return false;
  const std::string told = result.data.value("first_told", "");
  const auto& cases = result.data["cases"];
  return std::any_of(cases.begin(), cases.end(), [&told](const nlohmann::json& each) {
    return each.value("name", "") == told && each.value("reason", "") == "outside_output";
  });
}

bool saw_an_access_outside(const check_result& result) {
  return result.kind == check_kind::clean &&
         std::any_of(result.findings.begin(), result.findings.end(), [](const finding& each) {
           return is_error(each) && each.kind == finding_kind::out_of_bounds &&
                  each.space == "global";
         });
}

} // namespace

void tell_one_mistake_once(std::vector<check_result>& judged) {
  for (check_result& each : judged) {
    if (!tells_of_memory_beside(each))
      continue;
    const auto watched =
        std::find_if(judged.begin(), judged.end(), [&each](const check_result& other) {
          return (other.exercise == each.exercise || other.exercise == 0) &&
                 saw_an_access_outside(other);
        });
    if (watched != judged.end())
      each.next = fmt::format("It is most likely the mistake that \"{}\" shows, with its line: "
                              "threads outside of the result must neither read nor store.",
                              watched->title);
  }
}

} // namespace cudalab::grader
