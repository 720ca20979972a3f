// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "grader/class_tools/commands.h"
#include "grader/class_tools/compare_grades.h"
#include "grader/class_tools/grade_hand_in.h"
#include "grader/cli/grade_lab.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/report_forms.h"
#include "grader/cli/usage_error.h"
#include "grader/printable.h"
#include "grader/report/read_grade.h"
#include "grader/term/results_folder.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// A grade, or what a batch stored of one; then it may have been made in two parts.
grade stored_in(const std::string& file, options& again) {
  const nlohmann::json result = term::read_document(file, term::result_schema);
  const nlohmann::json document =
      result.is_object() && result.contains("grade") ? result.at("grade") : read_stored_grade(file);
  int seconds = 0;
  if (result.is_object() && again.time_limit == 0 &&
      std::sscanf(result.value("settings", "").c_str(), "time limit %d", &seconds) == 1)
    again.time_limit = seconds;
  again.gpu_later = result.is_object() && is_in_two_parts(result.value("backend", ""));
  try {
    return read_grade(document);
  } catch (const std::exception& problem) {
    throw damaged_grade(file, problem.what());
  }
}

/// With the thresholds that counted then.
lab_description with_thresholds_of(const grade& stored, lab_description lab) {
  for (check_description& each : lab.checks)
    if (auto* timed = std::get_if<speed_check>(&each.what))
      for (const check_result& before : stored.checks)
        if (before.id == each.id && before.data.contains("threshold") &&
            before.data.at("threshold").is_number())
          timed->min_ratio = before.data.at("threshold");
  return lab;
}

/// A grade of some exercises has no checks of the others.
std::vector<std::string> exercises_of(const grade& stored, const lab_description& lab) {
  std::vector<std::string> chosen;
  bool all = true;
  for (const check_description& each : lab.checks) {
    const bool there = std::any_of(stored.checks.begin(), stored.checks.end(),
                                   [&each](const check_result& one) { return one.id == each.id; });
    all = all && there;
    const std::string number = std::to_string(each.exercise);
    if (there && each.exercise > 0 &&
        std::find(chosen.begin(), chosen.end(), number) == chosen.end())
      chosen.push_back(number);
  }
  return all ? std::vector<std::string>{} : chosen;
}

std::string score_words(const grade& one) {
  return fmt::format("{}, {:g} of {:g} points", name_of(one.verdict), one.points, one.max_points);
}

void tell(const grade_difference& found) {
  for (const changed_check& each : found.checks) {
    fmt::print("  {} ({}): {} -> {}\n", each.id, printable_line(each.title), each.before,
               each.after);
    if (!each.reason.empty())
      fmt::print("    {}\n", printable_line(each.reason));
  }
  if (!found.other_words.empty())
    fmt::print("  the same result in other words: {}\n", fmt::join(found.other_words, ", "));
  if (!found.surroundings.empty()) {
    fmt::print("What else differs:\n");
    for (const std::string& each : found.surroundings)
      fmt::print("  {}\n", printable_line(each));
  }
}

} // namespace

int command_verify(const options& given) {
  options again = given;
  again.ask_nvcc = false;
  const grade before = stored_in(given.json, again);
  const lab_description& lab = find_lab(before.lab);
  again.seed = before.seed;
  again.backend = again.gpu_later ? "cpu" : name_of(before.backend);
  again.exercises = exercises_of(before, lab);
  const std::filesystem::path file = submission_file(lab, again);
  const lab_description as_then = with_thresholds_of(before, lab);
  const grade after = grade_second_part(as_then, file, again, grade_lab(as_then, file, again, {}));
  if (after.verdict == check_status::error)
    for (const check_result& each : after.checks)
      if (each.status == check_status::error && is_infrastructure_trouble(each))
        throw std::runtime_error(each.message);
  const grade_difference found = compare_grades(before, after);
  fmt::print("{}, seed {}\n  in the document: {}\n  now:             {}\n", lab.name, before.seed,
             score_words(before), score_words(after));
  fmt::print("{}\n", found.reproduced()
                         ? "Reproduced: verdict, points and every check are the same."
                         : "Not reproduced.");
  tell(found);
  return found.reproduced() ? 0 : 1;
}

} // namespace cudalab::grader
