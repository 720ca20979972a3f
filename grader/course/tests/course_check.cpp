// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The course check: a lab's starter fails and says what to do first, its solution passes, and each
// wrong variant fails for its own reason. One run looks at one file. CTest gives it a run for each,
// with what it must know in the environment:
//
//   CUDALAB_GRADER   the tool               CUDALAB_LAB       "lab04"
//   CUDALAB_FILE     the file               CUDALAB_BACKEND   "cpu" (when not set) or "gpu"
//   CUDALAB_SCRATCH  for documents, a file name without extension
#include <algorithm>
#include <cstdlib>
#include <optional>

#include <doctest/doctest.h>

#include "grader/course/grade_file.h"
#include "grader/course/starter.h"
#include "grader/course/variant.h"

using namespace cudalab::course;

namespace {

std::string setting(const char* name, const char* otherwise = nullptr) {
  const char* value = std::getenv(name);
  if (value == nullptr && otherwise == nullptr)
    throw std::runtime_error(std::string(name) + " is not set");
  return value != nullptr ? value : otherwise;
}

std::string backend() {
  return setting("CUDALAB_BACKEND", "cpu");
}

/// @param exercises empty: all
grading graded(const std::vector<std::string>& exercises = {}) {
  return grade_file(setting("CUDALAB_GRADER"), setting("CUDALAB_LAB"), setting("CUDALAB_FILE"),
                    backend(), setting("CUDALAB_SCRATCH"), std::chrono::seconds(0), exercises);
}

} // namespace

TEST_CASE("the starter is what the solution makes" * doctest::skip()) {
  const std::string made = make_starter(read_text(setting("CUDALAB_SOLUTION")));
  INFO("build the target `starters` after a change of the solution");
  CHECK(read_text(setting("CUDALAB_FILE")) == made);
}

TEST_CASE("the starter compiles and fails in its first exercise" * doctest::skip()) {
  const grading result = graded();
  INFO(result.printed);
  CHECK(result.exit_code == 1);
  CHECK(result.grade.at("verdict") == "fail");
  for (const auto& check : result.grade.at("checks")) {
    if (check.at("id") == "build") {
      CHECK(check.at("status") == "pass");
    } else if (check.value("exercise", 0) == 1) {
      INFO(check.at("id").get<std::string>());
      CHECK(check.at("status") == "fail");
      // A check that waits for another one leaves it to that one to say what comes next.
      CHECK((!check.value("next", "").empty() || !check.value("blocked_by", "").empty()));
    }
  }
}

TEST_CASE("the solution passes every check" * doctest::skip()) {
  const grading result = graded();
  INFO(result.printed);
  CHECK(result.exit_code == 0);
  CHECK(result.grade.at("verdict") == "pass");
  for (const auto& check : result.grade.at("checks")) {
    const bool skipped = check.at("status") == "skipped" && backend() == "cpu";
    INFO(check.at("id").get<std::string>());
    CHECK((check.at("status") == "pass" || skipped));
  }
}

namespace {

/// The head of the file; none when it promises nothing that can be seen here.
std::optional<variant> expectation_here() {
  const variant expected = parse_variant(read_text(setting("CUDALAB_FILE")));
  if (!expected.must_fail_on(backend())) {
    MESSAGE("nothing is promised for this backend");
    return std::nullopt;
  }
  if (!expected.needs.empty() &&
      std::system(("command -v " + expected.needs + " >/dev/null").c_str()) != 0) {
    MESSAGE("not looked at: " << expected.needs << " is not installed");
    return std::nullopt;
  }
  return expected;
}

using find_complaints = std::vector<std::string>(const variant&, const nlohmann::json&);

/// The exercises that the mistake may spoil. The others are the solution's own, which has a test;
/// the target course_matrix grades those too.
std::vector<std::string> spoilt_exercises(const variant& expected) {
  std::vector<std::string> exercises = expected.also;
  exercises.push_back(expected.check);
  const bool whole = std::count(exercises.begin(), exercises.end(), "build") != 0;
  return whole ? std::vector<std::string>() : exercises;
}

void must_fail(find_complaints* complaints_about) {
  const auto expected = expectation_here();
  if (!expected)
    return;
  const grading result = graded(spoilt_exercises(*expected));
  INFO(result.printed);
  if (expected->needs == "bwrap" && result.grade.at("sandbox") == "unsandboxed") {
    MESSAGE("not looked at: bwrap is installed, but makes no sandbox on this machine");
    return;
  }
  CHECK(result.exit_code == 1);
  CHECK(result.grade.at("verdict") == "fail");
  for (const std::string& complaint : complaints_about(*expected, result.grade))
    FAIL_CHECK(complaint);
}

} // namespace

TEST_CASE("the wrong variant fails for its own reason only" * doctest::skip()) {
  must_fail(complaints);
}

TEST_CASE("the hostile submission gets its verdict" * doctest::skip()) {
  must_fail(complaints_of_reason);
}
