// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/read_text.h"
#include "grader/files/write_file.h"
#include "grader/report/grade_document.h"
#include "grader/report/html/page.h"

namespace cudalab::grader {

namespace {

usage_error damaged(const std::string& file, const char* why) {
  return usage_error(fmt::format(
      "{} is a damaged grade: a part is missing or is not what it should be ({}). Write it again: "
      "./lab grade LAB --json FILE",
      file, why));
}

std::string page_of(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::status(file, ignored).type() == std::filesystem::file_type::not_found)
    throw usage_error(fmt::format("there is no file {} to read.", file));
  try {
    return to_html(read_grade_document(read_regular_file(file, largest_own_file)));
  } catch (const unreadable_file& problem) {
    throw usage_error(
        fmt::format("{} {}: report needs the file that --json wrote.", file, problem.what()));
  } catch (const no_grade_document& problem) {
    throw usage_error(fmt::format("{} {}", file, problem.what()));
  } catch (const nlohmann::json::exception& problem) {
    throw damaged(file, problem.what());
  } catch (const std::runtime_error& problem) { // of a finding
    throw damaged(file, problem.what());
  }
}

} // namespace

int command_report(const options& given) {
  check_output_file("report", given.report);
  std::error_code not_there;
  if (std::filesystem::equivalent(given.json, given.report, not_there))
    throw usage_error(fmt::format("the page would overwrite the grade {}.", given.json));
  write_file(given.report, page_of(given.json));
  return 0;
}

} // namespace cudalab::grader
