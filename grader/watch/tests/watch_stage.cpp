// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// watch_stage FOLDER: watches FOLDER/lab01.cu and then FOLDER/lab02.cu with a grading that compiles
// nothing. The first word of the file says what becomes of it: "good", "bad", "broken" (does not
// compile), "slow" (never ends) or "crash".
#include <csignal>
#include <fstream>

#include <unistd.h>

#include "grader/cli/interrupt.h"
#include "grader/report/json.h"
#include "grader/tests/fixed_grade.h"
#include "grader/watch/watcher.h"

using namespace cudalab::grader;

namespace {

nlohmann::json stage_grade(const std::filesystem::path& file,
                           const grading_process::step_function& step) {
  std::string word;
  std::ifstream(file) >> word;
  step("the step " + word);
  while (word == "slow")
    pause();
  if (word == "crash")
    raise(SIGSEGV);
  grade result = fixed_grade();
  for (check_result& each : result.checks) {
    if (word == "good" && each.status == check_status::fail) {
      each.status = check_status::pass;
      each.findings.clear();
    }
    if (word == "broken") {
      each.status = check_status::error;
      each.blocked_by = each.kind == check_kind::build ? "" : "build";
    }
  }
  settle(result);
  return nlohmann::json::parse(to_json_text(result));
}

} // namespace

int main(int, char** words) {
  const tidy_end tidy;
  const std::filesystem::path folder = words[1];
  lab_description one, two;
  one.name = "lab01";
  two.name = "lab02";
  watch_course course;
  course.file = [&](const lab_description& which) { return folder / (which.name + ".cu"); };
  course.grade = [&](const lab_description& which, const auto& step) {
    return stage_grade(course.file(which), step);
  };
  course.remembered = [](const lab_description&) { return std::nullopt; };
  course.hint = [](const lab_description& which, const style&) {
    return "A hint for " + which.name + ".\n";
  };
  course.next = [&](const lab_description& which) {
    return which.name == "lab01" ? &two : nullptr;
  };
  const int code = watch(one, course);
  wait_if_stopping();
  return code;
}
