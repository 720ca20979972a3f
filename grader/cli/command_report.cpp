// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/report/html/page.h"
#include "grader/report/write_file.h"

namespace cudalab::grader {

int command_report(const options& given) {
  check_output_file("report", given.report);
  std::ifstream stream(given.json);
  if (!stream)
    throw usage_error(fmt::format("there is no file {} to read.", given.json));
  std::string page;
  try {
    page = to_html(nlohmann::json::parse(stream));
  } catch (const nlohmann::json::exception& problem) {
    throw usage_error(fmt::format("{} is no grade as \"grade --json\" writes it: {}", given.json,
                                  problem.what()));
  }
  write_file(given.report, page);
  return 0;
}

} // namespace cudalab::grader
