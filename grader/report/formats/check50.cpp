// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include <nlohmann/json.hpp>

#include "grader/report/formats/formats.h"

namespace cudalab::grader {

namespace {

using nlohmann::ordered_json;

/// Of the form, which check50 calls its own version.
constexpr const char* check50_version = "3.0.0";

/// Checks of check50 are functions of Python: "clean_static".
std::string function_name(const std::string& id) {
  std::string name = id;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

ordered_json words_or_null(const std::string& words) {
  return words.empty() ? ordered_json() : ordered_json(words);
}

/// True, false, or null: it was not judged.
ordered_json passed(const check_result& check) {
  if (check.status == check_status::pass)
    return true;
  const bool judged = check.blocked_by.empty() && check.status != check_status::skipped &&
                      check.status != check_status::noisy &&
                      check.data.value("cause", "") != "infrastructure";
  return judged ? ordered_json(false) : ordered_json();
}

/// In check50 what a check hangs on is known beforehand. Here all hang on the build.
ordered_json dependency_of(const check_result& check, bool has_build) {
  if (!check.blocked_by.empty())
    return function_name(check.blocked_by);
  if (check.kind == check_kind::build || !has_build)
    return {};
  return "build";
}

} // namespace

std::string to_check50(const grade& full, const course_view& course) {
  const grade result = without_checks(full, course.hidden);
  const bool has_build = std::any_of(result.checks.begin(), result.checks.end(),
                                     [](const check_result& each) { return each.id == "build"; });
  ordered_json results = ordered_json::array();
  for (const check_result& each : result.checks) {
    ordered_json log = ordered_json::array();
    const std::string words = words_of(each, result.sources);
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t end = std::min(words.find('\n', begin), words.size());
      log.push_back(words.substr(begin, end - begin));
      begin = end + 1;
    }
    ordered_json one{{"name", function_name(each.id)},
                     {"description", each.title},
                     {"passed", passed(each)},
                     {"log", log},
                     {"cause", nullptr},
                     {"data",
                      {{"kind", name_of(each.kind)},
                       {"status", name_of(each.status)},
                       {"points", each.points},
                       {"max_points", each.max_points}}},
                     {"dependency", dependency_of(each, has_build)}};
    if (one["passed"] != true)
      one["cause"] = {{"rationale", each.message.empty() ? "it is not right" : each.message},
                      {"help", words_or_null(each.next)}};
    results.push_back(one);
  }
  const ordered_json document{
      {"slug", "cuda-labs/" + result.lab}, {"results", results}, {"version", check50_version}};
  return document.dump(4, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

} // namespace cudalab::grader
