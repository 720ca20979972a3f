// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/report_forms.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/files/bounded_json.h"
#include "grader/files/read_text.h"
#include "grader/report/grade_document.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/read_grade.h"
#include "grader/report/text.h"

namespace cudalab::grader {

const std::vector<std::string>& report_forms() {
  static const std::vector<std::string> all{"html",       "text",    "junit",
                                            "gradescope", "check50", "classroom50"};
  return all;
}

std::string plain_text(const grade& result) {
  style plain;
  plain.utf8 = true;
  return to_text(result, plain);
}

std::string written_as(const std::string& form, const nlohmann::json& document,
                       const course_view& course, const classroom_submission& submitted) {
  if (form == "html" && course.hidden.empty())
    return to_html(document); // an older one, too
  const grade result = read_grade(document);
  if (form == "gradescope")
    return to_gradescope(result, course);
  if (form == "check50")
    return to_check50(result, course);
  if (form == "junit")
    return to_junit(result, course);
  if (form == "classroom50")
    return to_classroom50(result, course, submission_from_environment(submitted));
  if (form == "text")
    return plain_text(without_checks(result, course.hidden));
  return to_html(nlohmann::json::parse(to_json_text(without_checks(result, course.hidden))));
}

nlohmann::json read_stored_grade(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found)
    throw usage_error(fmt::format("there is no file {} to read.", file));
  try {
    return read_grade_document(read_regular_file(file, largest_own_file));
  } catch (const unreadable_file& problem) {
    throw usage_error(
        fmt::format("{} {}: report needs the file that --json wrote.", file, problem.what()));
  } catch (const no_grade_document& problem) {
    throw usage_error(fmt::format("{} {}", file, problem.what()));
  } catch (const unfit_json& problem) {
    throw damaged_grade(file, problem.what());
  }
}

usage_error damaged_grade(const std::string& file, const std::string& why) {
  return usage_error(fmt::format(
      "{} is a damaged grade: a part is missing or is not what it should be ({}). Write it again: "
      "./lab grade LAB --json FILE",
      file, why));
}

} // namespace cudalab::grader
