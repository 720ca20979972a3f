// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <chrono>
#include <filesystem>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/build/builder.h"
#include "grader/checks/engine.h"
#include "grader/checks/verdict.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/chosen_exercises.h"
#include "grader/cli/commands.h"
#include "grader/cli/interrupt.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/progress_file.h"
#include "grader/cli/usage_error.h"
#include "grader/report/html/page.h"
#include "grader/report/json.h"
#include "grader/report/progress_line.h"
#include "grader/report/quote_sources.h"
#include "grader/report/sha256.h"
#include "grader/report/text.h"
#include "grader/report/write_file.h"
#include "grader/run/sandbox/sandbox.h"

namespace cudalab::grader {

namespace {

/// New inputs each time, so that no result can be written into the program; short, to be typed.
std::uint64_t new_seed() {
  return std::random_device{}() % 1'000'000;
}

grading_tools real_tools(const lab& one, bool with_nvcc, progress_line& progress) {
  const builder compiler(one.name, one.folder);
  grading_tools tools;
  tools.build = [compiler](const auto& file, flavour kind) { return compiler.build(file, kind); };
  tools.check_rules = [compiler](const auto& file) { return compiler.check_rules(file); };
  if (with_nvcc)
    tools.check_with_nvcc = [compiler](const auto& file) { return compiler.check_with_nvcc(file); };
  tools.progress = [&progress, name = one.name](const std::string& step) {
    progress.show(fmt::format("{}: {} ...", name, step));
  };
  return tools;
}

/// The first exercise with a check that did not pass, for `hint`; 0: all did, or the file did not
/// even compile.
int open_exercise(const grade& result) {
  int open = 0;
  for (const check_result& each : result.checks)
    if (each.exercise > 0 && each.status != status::pass && each.status != status::skipped &&
        (open == 0 || each.exercise < open))
      open = each.exercise;
  return open;
}

/// Remembered only for the student's own file. That it could not be saved is no reason to stop.
void remember(const lab& one, const grade& result) {
  progress_file progress(source_root() / ".cudalab" / "progress.json");
  progress.set_open_exercise(one.name, open_exercise(result));
  progress.save();
}

} // namespace

int command_grade(const options& given) {
  const auto start = std::chrono::steady_clock::now();
  const lab one = with_exercises(find_lab(given.lab), given.exercises);
  const auto file = submission_file(one, given);
  check_output_file("--json", given.json);
  check_output_file("--report", given.report);
  if (given.require_sandbox && !sandbox().whole())
    throw usage_error(fmt::format("--require-sandbox: {}.\nWhat helps: {}", sandbox().reason,
                                  sandbox_advice(sandbox())));
  const gpu_parts here = look_for_gpu();
  const backend_choice choice = choose_backend(given.backend, here);
  progress_line progress;

  grading_request request{one, file, baseline_file(one), header_file(one), {}, 0, {}};
  request.backend = choice.chosen;
  request.seed = given.seed.value_or(new_seed());
  const std::string digest = sha256_of_file(file); // before the build: what was there when we began
  grade result = grade_submission(
      request, real_tools(one, choice.chosen == backend::cpu && !here.nvcc.empty(), progress));
  result.file = short_path(file);
  result.file_sha256 = digest;
  result.backend_requested = given.backend;
  result.backend_reason = choice.reason;
  result.device = choice.device;
  result.compiler = choice.compiler;
  result.sandbox = sandbox().name;
  const std::chrono::duration<double> total = std::chrono::steady_clock::now() - start;
  result.times.push_back({"total", total.count()});
  quote_sources(result, file, {lab_folder(one), source_root() / "common"});
  progress.wipe();

  wait_if_stopping();
  const bool compiled = result.checks.front().status == status::pass;
  if (compiled && given.file.empty() && !given.solution && given.exercises.empty())
    remember(one, result);
  if (!given.json.empty())
    write_file(given.json, to_json_text(result));
  if (!given.report.empty())
    write_file(given.report, to_html(nlohmann::json::parse(to_json_text(result))));
  if (given.format == "json")
    fmt::print("{}", to_json_text(result));
  else
    fmt::print("{}", to_text(result, style_for(STDOUT_FILENO)));
  return exit_code(result);
}

} // namespace cudalab::grader
