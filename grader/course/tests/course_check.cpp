// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The course check: a lab's starter fails and says what to do first, its solution passes, and each
// wrong variant fails for its own reason. CTest gives it a run for each file, and for some variants
// at a time, with what it must know in the environment:
//
//   CUDALAB_GRADER   the tool               CUDALAB_LAB       "lab04"
//   CUDALAB_FILE     the file, or the reference of the variants
//   CUDALAB_PART     "2/5": the second fifth of the variants; a name: this variant alone
//   CUDALAB_SCRATCH  for documents, a file name without extension
//   CUDALAB_BACKEND  "cpu" (when not set) or "gpu"
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>

#include "grader/course/grade_file.h"
#include "grader/course/variant_groups.h"
#include "grader/lab_modules.h"
#include "grader/reference/starter.h"
#include "grader/reference/variants.h"
#include "grader/run/find_program.h"

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

/// @param exercises empty: all
grading graded(const std::filesystem::path& file, const std::vector<std::string>& exercises = {},
               int time_limit = 0) {
  return grade_file(setting("CUDALAB_GRADER"), setting("CUDALAB_LAB"), file, backend(),
                    setting("CUDALAB_SCRATCH"), std::chrono::seconds(0), exercises, time_limit);
}

std::vector<std::string> names_of(const std::set<int>& exercises) {
  std::vector<std::string> names;
  for (const int each : exercises)
    names.push_back(std::to_string(each));
  return names;
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

/// Checks of a right file that neither passed nor, without a GPU, are skipped.
std::vector<std::string> complaints_of_right(const nlohmann::json& grade) {
  std::vector<std::string> result;
  for (const auto& check : grade.at("checks")) {
    const std::string status = check.at("status"), id = check.at("id");
    if (status != "pass" && !(status == "skipped" && backend() == "cpu"))
      result.push_back(id + " should pass and says: " + check.value("message", ""));
  }
  return result;
}

void complain(const std::string& of, const std::vector<std::string>& complaints) {
  for (const std::string& complaint : complaints)
    FAIL_CHECK(of << ": " << complaint);
}

} // namespace

namespace {

/// Where nvcc is asked, it compiles the file, and the grading says so.
bool has_nvccs_remark(const nlohmann::json& grade) {
  if (backend() != "cpu" || cudalab::grader::find_nvcc().empty())
    return true;
  const auto& notes = grade.at("notes");
  return std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("nvcc compiles the file too") != note.npos;
  });
}

} // namespace

TEST_CASE("the solution passes every check" * doctest::skip()) {
  const grading result = graded(setting("CUDALAB_FILE"));
  INFO(result.printed);
  CHECK(result.exit_code == 0);
  CHECK(result.grade.at("verdict") == "pass");
  complain("the solution", complaints_of_right(result.grade));
  CHECK_MESSAGE(has_nvccs_remark(result.grade), result.grade.at("notes").dump());
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

const std::vector<cudalab::grader::check_description>& lab_checks() {
  return cudalab::grader::load_lab(setting("CUDALAB_LAB"))->checks;
}

/// 0: the whole lab's, or no check of it.
int exercise_of(const std::string& check) {
  for (const auto& each : lab_checks())
    if (each.id == check)
      return each.exercise;
  return 0;
}

/// Whether a check of the one waits for the other's.
bool exercises_are_linked(int one, int other) {
  for (const auto& each : lab_checks())
    for (const std::string& cause : each.depends_on)
      if (std::set{each.exercise, exercise_of(cause)} == std::set{one, other})
        return true;
  return false;
}

std::vector<std::string> may_fail(const promise& expected) {
  std::vector<std::string> checks = expected.also;
  checks.push_back(expected.check);
  return checks;
}

/// Names whose exercises the mistake may spoil. The others are the solution's own, which has a
/// test; the target course_matrix grades those too. None, which is all: it does not compile.
std::vector<std::string> spoilt(const promise& expected) {
  const std::vector<std::string> checks = may_fail(expected);
  return std::count(checks.begin(), checks.end(), "build") != 0 ? std::vector<std::string>()
                                                                : checks;
}

/// Grades a variant by itself.
void look_at(const member& one) {
  const variant& which = *one.which;
  const promise& head = which.head;
  if (!which.right && !can_be_seen(head))
    return;
  const grading result =
      graded(write_solution(one.changed, setting("CUDALAB_SCRATCH")),
             which.right ? names_of(one.exercises) : spoilt(head), head.time_limit);
  INFO(result.printed);
  if (head.needs == "bwrap" && result.grade.at("sandbox") == "unsandboxed") {
    MESSAGE("not looked at: bwrap is installed, but makes no sandbox on this machine");
    return;
  }
  CHECK(result.exit_code == (which.right ? 0 : 1));
  CHECK(result.grade.at("verdict") == (which.right ? "pass" : "fail"));
  complain(which.name,
           which.right ? complaints_of_right(result.grade) : complaints(head, result.grade));
}

/// A grade without the checks of other exercises.
nlohmann::json part_of(nlohmann::json grade, const std::set<int>& exercises) {
  nlohmann::json kept = nlohmann::json::array();
  for (const auto& check : grade.at("checks"))
    if (exercises.count(check.value("exercise", 0)) != 0)
      kept.push_back(check);
  grade["checks"] = kept;
  return grade;
}

/// What does not come out as promised when they are graded together is graded by itself, and that
/// decides: a variant may look otherwise beside another one.
void look_at(const group& several) {
  if (several.members.size() == 1)
    return look_at(several.members.front());
  std::set<int> exercises;
  for (const member& each : several.members)
    exercises.insert(each.exercises.begin(), each.exercises.end());
  const grading result =
      graded(write_solution(several.together, setting("CUDALAB_SCRATCH")), names_of(exercises));
  for (const member& each : several.members) {
    const nlohmann::json part = part_of(result.grade, each.exercises);
    const auto unlike =
        each.which->right ? complaints_of_right(part) : complaints(each.which->head, part);
    if (unlike.empty())
      continue;
    MESSAGE(each.which->name << " is graded by itself: among others, " << unlike.front());
    look_at(each);
  }
}

/// Whether it can be judged beside others: its head speaks of the exercises that it changes alone,
/// and needs nothing of its own.
bool goes_with_others(const member& one) {
  if (one.which->right)
    return true;
  const promise& head = one.which->head;
  const auto names = may_fail(head);
  return head.time_limit == 0 && head.needs.empty() && head.must_fail_on(backend()) &&
         std::all_of(names.begin(), names.end(), [&](const std::string& check) {
           return one.exercises.count(exercise_of(check)) != 0;
         });
}

std::vector<group> groups_of(const solution& original, const std::vector<variant>& all) {
  std::vector<member> members;
  for (const variant& each : all) {
    if (each.head.needs == "clang")
      continue; // its test is one of its own: the rules of CUDA take longer than all the rest
    members.push_back(member_of(original, all, each));
    if (!goes_with_others(members.back()))
      members.back().exercises.clear();
  }
  return group_variants(members, exercises_are_linked);
}

} // namespace

TEST_CASE("variants do what their heads say" * doctest::skip()) {
  const solution original = read_solution(setting("CUDALAB_FILE"));
  const auto all = variants_of(original);
  const std::string chosen = setting("CUDALAB_PART");
  if (const variant* one = find_variant(all, chosen))
    return look_at(member_of(original, all, *one));
  const std::vector<group> groups = groups_of(original, all);
  const std::size_t slash = chosen.find('/'), part = std::stoul(chosen),
                    parts = std::stoul(chosen.substr(slash + 1));
  for (std::size_t i = part - 1; i < groups.size(); i += parts)
    look_at(groups[i]);
}

TEST_CASE("the hostile submission gets its verdict" * doctest::skip()) {
  const std::filesystem::path file = setting("CUDALAB_FILE");
  const promise head = promise_of_file(read_text(file));
  if (!can_be_seen(head))
    return;
  const grading result = graded(file, spoilt(head), head.time_limit);
  INFO(result.printed);
  CHECK(result.exit_code == 1);
  CHECK(result.grade.at("verdict") == "fail");
  complain(file.stem(), complaints_of_reason(head, result.grade));
}
