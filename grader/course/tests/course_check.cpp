// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The course check: a lab's starter fails and says what to do first, its solution passes, and each
// wrong variant fails for its own reason. One run looks at one file. CTest gives it a run for each,
// with what it must know in the environment:
//
//   CUDALAB_GRADER   the tool               CUDALAB_LAB       "lab04"
//   CUDALAB_FILE     the file, or the reference of which it is
//   CUDALAB_VARIANT  this variant           CUDALAB_BACKEND   "cpu" (when not set) or "gpu"
//   CUDALAB_SCRATCH  for documents, a file name without extension
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "grader/course/grade_file.h"
#include "grader/reference/starter.h"
#include "grader/reference/variants.h"

using namespace cudalab::course;
using namespace cudalab::reference;

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

/// What is graded: a file, and what it promises. A variant's file is written first.
struct subject {
  std::filesystem::path file;
  promise head;
  std::vector<std::string> exercises; ///< that it changes; empty: any
};

subject wrong_file() {
  const std::string file = setting("CUDALAB_FILE");
  return {file, promise_of_file(read_text(file)), {}};
}

/// The sections of a solution: "1" holds what stands under "// ---- Exercise 1: ...".
std::map<std::string, std::string> sections_of(const std::string& text) {
  const std::string rule = "// ---- ", exercise = "Exercise ";
  std::map<std::string, std::string> sections;
  std::istringstream lines(text);
  std::string name;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, rule.size(), rule) == 0)
      name = line.compare(rule.size(), exercise.size(), exercise) == 0
                 ? line.substr(rule.size() + exercise.size(), 1)
                 : "";
    sections[name] += line + '\n';
  }
  return sections;
}

/// The exercises whose sections a variant changes; empty, which is all of them, when it changes
/// anything besides.
std::vector<std::string> changed_exercises(const solution& reference, const solution& changed) {
  std::vector<std::string> exercises;
  for (std::size_t i = 0; i < reference.files.size(); ++i) {
    const std::string &old = reference.files[i].text, &now = changed.files[i].text;
    if (i > 0 && old != now)
      return {};
    const auto before = sections_of(old), after = sections_of(now);
    for (const auto& [exercise, text] : after) {
      const auto same = before.find(exercise);
      if (same != before.end() && same->second == text)
        continue;
      if (exercise.empty())
        return {};
      exercises.push_back(exercise);
    }
  }
  return exercises;
}

subject chosen_variant() {
  const solution reference = read_solution(setting("CUDALAB_FILE"));
  const auto all = variants_of(reference);
  const variant* one = find_variant(all, setting("CUDALAB_VARIANT"));
  if (one == nullptr)
    throw std::runtime_error("variants.md has no such variant");
  const solution changed = with_variant(reference, all, *one);
  return {write_solution(changed, setting("CUDALAB_SCRATCH")), one->head,
          changed_exercises(reference, changed)};
}

/// @param exercises empty: all
grading graded(const std::filesystem::path& file, const std::vector<std::string>& exercises = {},
               int time_limit = 0) {
  return grade_file(setting("CUDALAB_GRADER"), setting("CUDALAB_LAB"), file, backend(),
                    setting("CUDALAB_SCRATCH"), std::chrono::seconds(0), exercises, time_limit);
}

} // namespace

TEST_CASE("the starter is what the solution makes" * doctest::skip()) {
  const std::string made = make_starter(read_text(setting("CUDALAB_SOLUTION")));
  INFO("build the target `starters` after a change of the solution");
  CHECK(read_text(setting("CUDALAB_FILE")) == made);
}

TEST_CASE("the starter compiles and fails in its first exercise" * doctest::skip()) {
  // Without --file: a student's first grading, whose words the lab's page shows.
  const grading result = graded("");
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

namespace {

void must_pass(const std::filesystem::path& file, const std::vector<std::string>& exercises = {}) {
  const grading result = graded(file, exercises);
  INFO(result.printed);
  CHECK(result.exit_code == 0);
  CHECK(result.grade.at("verdict") == "pass");
  for (const auto& check : result.grade.at("checks")) {
    const bool skipped = check.at("status") == "skipped" && backend() == "cpu";
    INFO(check.at("id").get<std::string>());
    CHECK((check.at("status") == "pass" || skipped));
  }
}

} // namespace

TEST_CASE("the solution passes every check" * doctest::skip()) {
  must_pass(setting("CUDALAB_FILE"));
}

// In the exercises that it changes: the others are the solution's own.
TEST_CASE("the right variant passes every check" * doctest::skip()) {
  const subject right = chosen_variant();
  must_pass(right.file, right.exercises);
}

namespace {

/// Whether a promise can be looked at here.
bool can_be_seen(const promise& expected) {
  if (!expected.must_fail_on(backend())) {
    MESSAGE("nothing is promised for this backend");
    return false;
  }
  if (!expected.needs.empty() &&
      std::system(("command -v " + expected.needs + " >/dev/null").c_str()) != 0) {
    MESSAGE("not looked at: " << expected.needs << " is not installed");
    return false;
  }
  return true;
}

using find_complaints = std::vector<std::string>(const promise&, const nlohmann::json&);

/// The exercises that the mistake may spoil. The others are the solution's own, which has a test;
/// the target course_matrix grades those too.
std::vector<std::string> spoilt_exercises(const promise& expected) {
  std::vector<std::string> exercises = expected.also;
  exercises.push_back(expected.check);
  const bool whole = std::count(exercises.begin(), exercises.end(), "build") != 0;
  return whole ? std::vector<std::string>() : exercises;
}

void must_fail(const subject& wrong, find_complaints* complaints_about) {
  if (!can_be_seen(wrong.head))
    return;
  const grading result = graded(wrong.file, spoilt_exercises(wrong.head), wrong.head.time_limit);
  INFO(result.printed);
  if (wrong.head.needs == "bwrap" && result.grade.at("sandbox") == "unsandboxed") {
    MESSAGE("not looked at: bwrap is installed, but makes no sandbox on this machine");
    return;
  }
  CHECK(result.exit_code == 1);
  CHECK(result.grade.at("verdict") == "fail");
  for (const std::string& complaint : complaints_about(wrong.head, result.grade))
    FAIL_CHECK(complaint);
}

} // namespace

TEST_CASE("the wrong variant fails for its own reason only" * doctest::skip()) {
  must_fail(chosen_variant(), complaints);
}

TEST_CASE("the hostile submission gets its verdict" * doctest::skip()) {
  must_fail(wrong_file(), complaints_of_reason);
}
