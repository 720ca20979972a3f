// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/unset_values.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

const std::string nothing = "nothing was written to "; // patterns.cpp

bool says_nothing_written(const check_result& result) {
  return result.kind == check_kind::correctness && result.status == status::fail &&
         result.message.find(nothing) != std::string::npos;
}

bool saw_a_bad_read(const check_result& result) {
  return result.kind == check_kind::clean &&
         std::any_of(result.findings.begin(), result.findings.end(), [](const finding& each) {
           return is_error(each) && (each.kind == finding_kind::uninitialised_read ||
                                     each.kind == finding_kind::out_of_bounds);
         });
}

} // namespace

void tell_unset_from_unwritten(std::vector<check_result>& judged) {
  for (check_result& each : judged) {
    if (!says_nothing_written(each))
      continue;
    const auto watched =
        std::find_if(judged.begin(), judged.end(), [&each](const check_result& other) {
          return (other.exercise == each.exercise || other.exercise == 0) && saw_a_bad_read(other);
        });
    if (watched == judged.end())
      continue;
    each.message.replace(each.message.find(nothing), nothing.size(), "there is no number in ");
    each.next = fmt::format("Each element was added to what the array held before, or computed "
                            "from memory that nobody had set or that lies outside an array: "
                            "\"{}\" says where.",
                            watched->title);
  }
}

} // namespace cudalab::grader
