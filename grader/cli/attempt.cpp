// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/attempt.h"

#include <ctime>
#include <tuple>

#include <fmt/format.h>

#include "grader/verdict.h"

namespace cudalab::grader {

attempt attempt_of(const grade& result, const std::string& date) {
  attempt one;
  one.points = result.points;
  one.max_points = result.max_points;
  one.verdict = name_of(result.verdict);
  one.backend = name_of(result.backend);
  one.date = date;
  for (const check_result& each : result.checks)
    one.checks[each.id] = name_of(each.status);
  if (const check_result* first = first_to_mend(result))
    one.first = first->id;
  return one;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

nlohmann::json to_json(const attempt& one) {
  return {{"points", one.points},     {"max_points", one.max_points},
          {"verdict", one.verdict},   {"backend", one.backend},
          {"date", one.date},         {"checks", one.checks},
          {"look_at_next", one.first}};
}

attempt attempt_from(const nlohmann::json& content) {
  attempt one;
  content.at("points").get_to(one.points);
  content.at("max_points").get_to(one.max_points);
  content.at("verdict").get_to(one.verdict);
  content.at("backend").get_to(one.backend);
  one.date = content.value("date", "");
  one.first = content.value("look_at_next", "");
  if (content.contains("checks"))
    content.at("checks").get_to(one.checks);
  return one;
}

bool is_better(const attempt& one, const attempt& other) {
  const auto rank = [](const attempt& each) {
    return std::make_tuple(each.passed(), each.max_points > 0 ? each.points / each.max_points : 0.0,
                           each.backend == "gpu");
  };
  return rank(one) > rank(other);
}

std::string score_of(const attempt& one) {
  return fmt::format("{:g}/{:g}", one.points, one.max_points);
}

} // namespace cudalab::grader
