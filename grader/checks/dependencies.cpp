// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/dependencies.h"

#include <algorithm>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

bool went_wrong(const check_result& result) {
  return !result.id.empty() && result.blocked_by.empty() &&
         (result.status == check_status::fail || result.status == check_status::error);
}

} // namespace

void point_to_causes(const lab_description& of, std::vector<check_result>& judged) {
  for (std::size_t i = 0; i < judged.size(); ++i) {
    if (!went_wrong(judged[i]))
      continue;
    const auto& causes = of.checks[i].depends_on;
    const auto cause =
        std::find_if(judged.begin(), judged.end(), [&causes](const check_result& each) {
          return went_wrong(each) &&
                 std::find(causes.begin(), causes.end(), each.id) != causes.end();
        });
    if (cause == judged.end())
      continue;
    std::string& next = judged[i].next;
    next = fmt::format("First fix \"{}\": this may follow from it.{}", cause->title,
                       next.empty() ? "" : " Then: " + next);
  }
}

} // namespace cudalab::grader
