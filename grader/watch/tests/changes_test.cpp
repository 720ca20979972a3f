// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/changes.h"

#include <sstream>

#include <doctest/doctest.h>

#include "grader/report/wrap.h"
#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;

namespace {

const style plain{false, true, 80};

grade with_status(const std::string& id, check_status how, grade result = fixed_grade()) {
  for (check_result& each : result.checks)
    if (each.id == id) {
      each.status = how;
      if (how == check_status::pass)
        each.findings.clear();
    }
  settle(result);
  return result;
}

grade not_compiled() {
  grade result = with_status("build", check_status::error);
  result.checks[0].message = "lab04.cu:7: expected ';'";
  for (std::size_t i = 1; i < result.checks.size(); ++i) {
    result.checks[i].status = check_status::error;
    result.checks[i].blocked_by = "build";
  }
  settle(result);
  return result;
}

std::string after(const std::vector<grade>& before, const grade& now, const style& how = plain) {
  earlier_tries tries;
  for (const grade& each : before)
    add_try(tries, attempt_of(each, ""));
  return changes_text(tries, now, "18:20:03", how);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the first try has its points, and what to look at next") {
  const std::string text = after({}, fixed_grade());
  CHECK(text.rfind("18:20:03  First try: 0 of 90 points.\n", 0) == 0);
  CHECK(has(text, "Look at this next, in \"the check clean.all\": put a barrier between lines 2 "
                  "and 4\n"));
}

TEST_CASE("points gained and lost, with the checks") {
  const grade less = fixed_grade(), more = with_status("clean.all", check_status::pass);
  const std::string up = after({less}, more);
  CHECK(up.rfind("18:20:03  +30 points: 0 → 30 of 90 points.\n", 0) == 0);
  CHECK(has(up, "  ✓  now passes: 1. the check clean.all\n"));
  CHECK_FALSE(has(up, "✗"));
  const std::string down = after({more}, less);
  CHECK(down.rfind("18:20:03  -30 points: 30 → 0 of 90 points.\n", 0) == 0);
  CHECK(has(down, "  ✗  passed before: 1. the check clean.all\n"));
  CHECK_FALSE(has(down, "✓"));
}

TEST_CASE("the same first problem is said to be the same") {
  const std::string text = after({fixed_grade()}, fixed_grade());
  CHECK(text.rfind("18:20:03  0 of 90 points, as before.\n", 0) == 0);
  CHECK(has(text, "Still to fix, in \"the check clean.all\""));
  CHECK_FALSE(has(text, "passes"));
  CHECK(has(after({fixed_grade()}, with_status("clean.all", check_status::pass)),
            "Look at this next, in \"the check correctness.any\""));
}

TEST_CASE("a file that does not compile, and compiles again") {
  const grade good = with_status("clean.all", check_status::pass);
  CHECK(has(after({}, not_compiled()), "18:20:03  It does not compile.\n"));
  const std::string broken = after({good}, not_compiled());
  CHECK(has(broken, "It does not compile any more (before: 30 of 90 points).\n"));
  CHECK_FALSE(has(broken, "passed before")); // they were not judged
  CHECK(has(broken, "lab04.cu:7: expected ';'"));
  CHECK(has(after({good, not_compiled()}, not_compiled()), "It still does not compile.\n"));
  CHECK(
      has(after({good, not_compiled()}, good), "It compiles again: 30 of 90 points, as before.\n"));
  const std::string worse = after({good, not_compiled()}, fixed_grade());
  CHECK(has(worse, "It compiles again: -30 points: 30 → 0 of 90 points.\n"));
  CHECK(has(worse, "passed before: 1. the check clean.all"));
  CHECK(has(after({not_compiled()}, good), "It compiles: 30 of 90 points.\n"));
}

TEST_CASE("passed, and trouble that is not the student's") {
  grade all = fixed_grade();
  for (const char* id : {"correctness.any", "clean.all", "traffic.loads"})
    all = with_status(id, check_status::pass, all);
  CHECK(has(after({fixed_grade()}, all), "Passed: 90 of 90 points.\n"));
  CHECK(has(after({all}, all), "Still passed: 90 of 90 points.\n"));
  CHECK_FALSE(has(after({all}, all), "to fix"));
  grade trouble = fixed_grade();
  trouble.checks[1].status = check_status::error;
  trouble.checks[1].data["cause"] = "infrastructure";
  settle(trouble);
  CHECK(has(after({}, trouble), "No verdict: something could not be judged on this machine."));
}

TEST_CASE("another backend has other points") {
  grade gpu = with_status("speed.all", check_status::pass);
  gpu.backend = backend_kind::gpu;
  CHECK(has(after({fixed_grade()}, gpu), "+10 points: 0 of 90 points → 10 of 100 points."));
}

TEST_CASE("it fits any terminal, in ASCII as well") {
  grade trouble = fixed_grade();
  trouble.checks[1].status = check_status::error;
  trouble.checks[1].data["cause"] = "infrastructure";
  settle(trouble);
  const std::vector<grade> nows = {not_compiled(), with_status("clean.all", check_status::pass),
                                   trouble};
  for (const std::size_t width : {40u, 79u, 200u})
    for (const grade& now : nows) {
      const std::string text = after({fixed_grade()}, now, {false, false, width});
      CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c > 0; }));
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);)
        CHECK(line.size() <= width);
    }
}
