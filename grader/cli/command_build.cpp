// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/checks/build_check.h"
#include "grader/cli/backend_choice.h"
#include "grader/cli/command_build.h"
#include "grader/cli/commands.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/files/places.h"
#include "grader/printable.h"
#include "grader/report/progress_line.h"
#include "grader/report/wrap.h"
#include "grader/verdict.h"

namespace cudalab::grader {

bool report_build(const lab_description& one, const build_outcome& outcome) {
  const check_result judged = judge_build({&outcome}, nullptr, header_file(one));
  if (judged.status == check_status::pass)
    return true;
  if (judged.data.value("missing_tool", false))
    throw usage_error(judged.message);
  if (is_infrastructure_trouble(judged))
    throw std::runtime_error(judged.message);
  const style how = style_for(STDERR_FILENO);
  fmt::print(stderr, "{}", wrap(shown(how, judged.message), how.width));
  if (!outcome.log.empty() && outcome.how != build_outcome::kind::missing_function)
    fmt::print(stderr, "\n{}\n", printable(outcome.log));
  else
    for (const std::string& detail : judged.details)
      fmt::print(stderr, "  {}\n", printable(detail));
  fmt::print(stderr, "{}", wrap(shown(how, judged.next), how.width));
  return false;
}

int command_build(const options& given) {
  const lab_description& one = find_lab(given.lab);
  const auto file = submission_file(one, given);
  const backend_choice choice = choose_backend(given.backend, one.gpus);
  progress_line progress;
  progress.show(fmt::format("{}: compiling ...", one.name));
  const build_outcome outcome =
      builder(one.name, one.folder)
          .build(file,
                 choice.chosen == backend_kind::gpu ? build_flavour::gpu : build_flavour::checked);
  progress.wipe();
  if (!report_build(one, outcome))
    return 1;
  const auto target = build_root() / "bin" / one.name;
  publish(outcome.program, target);
  fmt::print("{} is ready ({}).\n", short_path(target), choice.device);
  return 0;
}

} // namespace cudalab::grader
