// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/cli/attempt.h"
#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/report_forms.h"
#include "grader/files/write_file.h"

namespace cudalab::grader {

namespace {

/// Classroom 50 refuses a result that does not say whose it is.
void check_environment(const std::string& form) {
  const classroom_submission one = submission_from_environment({});
  const char* lacks = one.classroom.empty()    ? "CLASSROOM"
                      : one.assignment.empty() ? "ASSIGNMENT"
                      : one.owner.empty()      ? "OWNER"
                      : one.submission.empty() ? "SUBMISSION_TAG"
                      : one.commit.empty()     ? "COMMIT_URL"
                      : one.release.empty()    ? "RELEASE_URL"
                                               : nullptr;
  if (form == "classroom50" && lacks != nullptr)
    throw usage_error(fmt::format("the environment's {} is not set. Classroom 50's runner sets it: "
                                  "this form is written there.",
                                  lacks));
}

std::string report_of(const options& given) {
  const nlohmann::json document = read_stored_grade(given.json);
  classroom_submission now;
  now.datetime = utc_now();
  try {
    return written_as(given.form, document, {}, now);
  } catch (const nlohmann::json::exception& problem) {
    throw damaged_grade(given.json, problem.what());
  } catch (const std::runtime_error& problem) { // of a finding
    throw damaged_grade(given.json, problem.what());
  }
}

} // namespace

int command_report(const options& given) {
  check_output_file("report", given.report);
  check_environment(given.form);
  std::error_code not_there;
  if (std::filesystem::equivalent(given.json, given.report, not_there))
    throw usage_error(fmt::format("the page would overwrite the grade {}.", given.json));
  write_file(given.report, report_of(given));
  return 0;
}

} // namespace cudalab::grader
