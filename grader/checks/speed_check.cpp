// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/judge_outputs.h"
#include "grader/checks/judges.h"
#include "grader/speed/judge_speed.h"
#include "grader/verdict.h"

namespace cudalab::grader {

check_result judge(grading_context& in, const check_description& described,
                   const speed_check& asked, const check_cases&) {
  if (!in.has_baseline)
    return infrastructure_trouble("the lab has no baseline program to be faster than");
  const build_outcome& baseline = in.baseline(build_flavour::gpu);
  if (baseline.how != build_outcome::kind::built)
    return infrastructure_trouble("the lab's own baseline program could not be built: " +
                                  baseline.log);
  speed_settings settings;
  settings.check_outputs = [](const test_case& one, const output_bytes& got) -> std::string {
    const auto wrong = judge_outputs(one, got);
    return wrong.empty() ? "" : wrong.front().what.message;
  };
  settings.progress = in.progress;
  settings.allowed = in.allowed;
  settings.seed = in.seed;
  return judge_speed(described, asked, in.submission(build_flavour::gpu).program, baseline.program,
                     in.timed(asked), settings);
}

} // namespace cudalab::grader
