// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/formats/formats.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

using nlohmann::ordered_json;

ordered_json gradescope_test(const check_result& check, std::size_t number, const grade& all,
                             bool hidden) {
  ordered_json test{{"name", check.exercise > 0 ? fmt::format("{}. {}", check.exercise, check.title)
                                                : check.title},
                    {"number", std::to_string(number)}};
  if (check.status != check_status::skipped) {
    test["status"] = check.status == check_status::pass ? "passed" : "failed";
    if (check.bonus)
      test["name"] = test["name"].get<std::string>() +
                     fmt::format(" (bonus: {:g} of {:g})", check.points, check.max_points);
    else if (check.max_points > 0) {
      test["score"] = check.points;
      test["max_score"] = check.max_points;
    }
  }
  test["output"] = words_of(check, all.sources);
  test["output_format"] = "text";
  test["tags"] = ordered_json::array({name_of(check.kind)});
  test["visibility"] = hidden ? "hidden" : "visible";
  return test;
}

} // namespace

std::string to_gradescope(const grade& result, const course_view& course) {
  const grade told = without_checks(result, course.hidden);
  ordered_json tests = ordered_json::array();
  for (const check_result& each : result.checks) {
    const check_result* shown = &each;
    for (const check_result& other : told.checks) // without what it says of hidden ones
      if (other.id == each.id)
        shown = &other;
    tests.push_back(
        gradescope_test(*shown, tests.size() + 1, result, course.hidden.count(each.id) != 0));
  }
  double seconds = 0;
  for (const step_time& each : result.times)
    if (each.step == "total")
      seconds = each.seconds;
  ordered_json document;
  document["score"] = course.points.value_or(result.points);
  document["execution_time"] = static_cast<std::int64_t>(std::ceil(seconds));
  const check_result* first = first_to_mend(told);
  document["output"] = first == nullptr ? std::string("Everything that was graded is right.")
                                        : fmt::format("Look at this next, in \"{}\": {}",
                                                      first->title, as_sentence(advice_of(*first)));
  document["output_format"] = "text";
  document["visibility"] = "visible";
  document["stdout_visibility"] = "hidden";
  document["tests"] = tests;
  document["extra_data"] = {{"schema", "cudalab/grade/v1"},
                            {"lab", result.lab},
                            {"verdict", name_of(result.verdict)},
                            {"backend", name_of(result.backend)},
                            {"file_sha256", result.file_sha256}};
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

} // namespace cudalab::grader
