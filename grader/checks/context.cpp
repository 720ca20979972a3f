// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/context.h"

#include <fmt/format.h>

namespace cudalab::grader {

std::vector<test_case> cases_on_gpu(std::uint64_t seed, const case_maker& make) {
  random_source random(seed);
  std::vector<test_case> cases = make(random);
  for (test_case& each : cases)
    each.on_gpu();
  return cases;
}

run_options watched_options(const run_limits& allowed) {
  run_options options;
  options.watched = true;
  options.guard_bytes = protocol::fence_bytes;
  options.blocks_in_order = true;
  options.allowed = allowed;
  return options;
}

outcome_list run_watched(grading_context& in, const std::vector<const test_case*>& cases,
                         const std::string& doing) {
  if (cases.empty()) // on a GPU nothing may have to be watched: no program is built for that
    return {};
  return in.outcomes.run(in.submission(build_flavour::checked).program, cases,
                         watched_options(in.allowed), [&](std::size_t i) {
                           in.progress(fmt::format("{} case {} of {}: {}", doing, i + 1,
                                                   cases.size(), cases[i]->name()));
                         });
}

} // namespace cudalab::grader
