// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/measure_again.h"

#include <fmt/format.h>

namespace cudalab::grader {

watched_run measure_again(grading_context& in, const std::filesystem::path& program,
                          run_options options, const test_case& one,
                          const std::function<bool(const case_outcome&)>& is_right) {
  options.watch = in.watch_device;
  watched_run last;
  for (int run = 1; run <= watched_runs; ++run) {
    in.progress(fmt::format("{}: measured again ({})", one.name(), run));
    last.outcome = in.outcomes.run_again(program, {&one}, options).front();
    last.disturbed = last.outcome.disturbed;
    if (is_right(last.outcome))
      return {std::move(last.outcome), std::nullopt};
    if (!last.disturbed)
      break;
  }
  return last;
}

} // namespace cudalab::grader
