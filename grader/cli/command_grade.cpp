// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/chosen_exercises.h"
#include "grader/cli/commands.h"
#include "grader/cli/grade_lab.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/student_progress.h"
#include "grader/cli/usage_error.h"
#include "grader/cli/variants.h"
#include "grader/files/write_file.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/progress_line.h"
#include "grader/report/text.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// Gives what went wrong, if anything did.
std::string write_documents(const options& given, const grade& result) {
  try {
    if (!given.json.empty())
      write_file(given.json, to_json_text(result));
    if (!given.report.empty())
      write_file(given.report, to_html(nlohmann::json::parse(to_json_text(result))));
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return {};
}

/// For people: where programs read standard output, on the other one.
bool tell_promise(const lab_description& one, const options& given, const grade& result) {
  const kept_promise told = promise_kept(one, given.variant, result);
  fmt::print(given.format == "text" ? stdout : stderr, "\n{}: {}\n", given.variant, told.words);
  return told.kept;
}

} // namespace

int command_grade(const options& given) {
  const lab_description one = with_exercises(find_lab(given.lab), given.exercises);
  const auto file = submission_file(one, given);
  check_output_file("--json", given.json);
  check_output_file("--report", given.report);
  if (!given.json.empty() && given.json == given.report)
    throw usage_error(fmt::format("--json and --report name the same file, {}.", given.json));
  progress_line progress;
  const grade result = grade_lab(one, file, given, [&](const std::string& step) {
    progress.show(fmt::format("{}: {} ...", one.name, step));
  });
  progress.wipe();

  wait_if_stopping();
  std::optional<progress_file> remembered;
  if (result.verdict != check_status::error && given.file.empty() && !given.solution &&
      given.variant.empty())
    remembered = given.exercises.empty() ? remember(one, result)
                                         : remember_part(find_lab(given.lab), result);
  const std::string not_written = write_documents(given, result);
  if (given.format == "json")
    fmt::print("{}", to_json_text(result));
  else
    fmt::print("{}", to_text(result, style_for(STDOUT_FILENO)));
  if (const std::string offer = offer_of_solution(one, result);
      remembered && given.exercises.empty() && !offer.empty() && given.format == "text")
    fmt::print("{}\n", offer);
  if (remembered)
    tell_complaint(*remembered);
  const bool kept = given.variant.empty() || tell_promise(one, given, result);
  if (!not_written.empty()) // the grade is shown all the same
    throw std::runtime_error(not_written);
  if (!given.variant.empty() && exit_code(result) < 2)
    return kept ? 0 : 1;
  return exit_code(result);
}

} // namespace cudalab::grader
