// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "grader/report/formats/formats.h"

namespace cudalab::grader {

namespace {

using nlohmann::ordered_json;

constexpr std::int64_t most_times = 1000;

/// The smallest power of ten by which all points become whole numbers. It hangs on the checks and
/// never on what a submission reached.
std::int64_t whole_number_factor(const grade& result) {
  std::int64_t times = 1;
  const auto is_whole = [&times](const check_result& each) {
    const double points = each.max_points * static_cast<double>(times);
    return std::abs(points - std::round(points)) < 1e-6;
  };
  while (times < most_times && !std::all_of(result.checks.begin(), result.checks.end(), is_whole))
    times *= 10;
  return times;
}

ordered_json classroom_test(const std::string& name, bool passed, std::int64_t score,
                            std::int64_t most) {
  return {{"test-name", name}, {"passed", passed}, {"score", score}, {"max-score", most}};
}

void take_variable(const char* name, std::string& to) {
  const char* value = std::getenv(name);
  if (value != nullptr && *value != '\0')
    to = value;
}

} // namespace

classroom_submission submission_from_environment(classroom_submission one) {
  take_variable("CLASSROOM", one.classroom);
  take_variable("ASSIGNMENT", one.assignment);
  take_variable("OWNER", one.owner);
  take_variable("ASSIGNMENT_TYPE", one.kind);
  take_variable("SUBMISSION_TAG", one.submission);
  take_variable("COMMIT_URL", one.commit);
  take_variable("RELEASE_URL", one.release);
  if (one.review.empty())
    one.review = one.commit;
  take_variable("REVIEW_URL", one.review);
  return one;
}

std::string to_classroom50(const grade& result, const course_view& course,
                           const classroom_submission& of) {
  const std::int64_t times = whole_number_factor(result);
  std::int64_t score = 0, most = 0, hidden_score = 0, hidden_most = 0;
  bool hidden_passed = true;
  ordered_json tests = ordered_json::array();
  for (const check_result& each : result.checks) {
    if (each.status == check_status::skipped || each.bonus)
      continue; // they are in no sum
    const bool passed = each.status == check_status::pass;
    const auto its_most =
        static_cast<std::int64_t>(std::llround(each.max_points * static_cast<double>(times)));
    const std::int64_t its_score = passed ? its_most : 0;
    score += its_score;
    most += its_most;
    if (course.hidden.count(each.id) == 0) {
      tests.push_back(classroom_test(each.id + ": " + each.title, passed, its_score, its_most));
      continue;
    }
    hidden_passed = hidden_passed && passed;
    hidden_score += its_score;
    hidden_most += its_most;
  }
  if (hidden_most > 0)
    tests.push_back(
        classroom_test("checks that are not shown", hidden_passed, hidden_score, hidden_most));
  const ordered_json document{{"schema", "classroom50/result/v1"},
                              {"classroom", of.classroom},
                              {"assignment", of.assignment},
                              {"assignment_type", of.kind},
                              {"owner", of.owner},
                              {"submission", of.submission},
                              {"commit", of.commit},
                              {"release", of.release},
                              {"review", of.review},
                              {"datetime", of.datetime},
                              {"score", score},
                              {"max-score", most},
                              {"tests", tests}};
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

} // namespace cudalab::grader
