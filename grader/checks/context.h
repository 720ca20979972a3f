// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What every check of one grading shares: the lab, where it runs, its programs, its outcomes.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grader/build/builder.h"
#include "grader/checks/case_cache.h"
#include "grader/checks/case_plan.h"
#include "grader/lab.h"
#include "grader/run/case_runner.h"
#include "grader/sanitizer/compute_sanitizer.h"

namespace cudalab::grader {

/// One a case, in their order.
using outcome_list = std::vector<std::shared_ptr<const case_outcome>>;

/// Read by the checks of one grading, one after the other, in one thread.
struct grading_context {
  const lab_description& lab;
  backend_kind backend = backend_kind::cpu;
  std::uint64_t seed = 1;
  run_limits
      allowed; ///< for one call on the emulated device or on the GPU, without a tool around it

  /// The student's file, and the lab's labNN_baseline.cu, built in a flavour. Waits for a build
  /// that is under way; builds at most once. `how` may be anything: look before using `program`.
  std::function<const build_outcome&(build_flavour)> submission;
  std::function<const build_outcome&(build_flavour)> baseline;
  bool has_baseline = true; ///< false: `baseline` must not be called

  /// Who judges which cases. Made before anything runs.
  const case_plan& plan;

  /// Runs cases, and remembers what came out: a case that two checks share runs once.
  /// Timed runs and runs under compute-sanitizer do not belong here.
  case_cache& outcomes;

  /// Shows one line of progress: "racecheck: case 3 of 12". The line is never empty.
  std::function<void(const std::string&)> progress;

  std::set<std::string> notes;  ///< what a check could not look at here, and why
  std::vector<step_time> times; ///< steps inside a check

  /// Who looks at a GPU while a measurement is made again; empty: nobody.
  watch_maker watch_device = {};

  /// What compute-sanitizer saw in a clean check's own cases: it runs beside the other checks, and
  /// is waited for. On a GPU only.
  std::function<sanitizer_outcome(const check_cases&)> sanitized = {};

  /// The cases of a timed check: large, and made beside other checks. On a GPU only.
  std::function<std::vector<test_case>(const speed_check&)> timed = {};

  bool given_kernel_planned = false; ///< its cases share one session

  /// Of the student: those that are wrong in several small cases (grader/checks/spared_cases.h).
  std::set<std::string> wrong_functions = {};
};

/// How the submission's checked program runs all of its cases: watched, and one block after the
/// other. Otherwise the results of blocks that disturb each other would depend on how fast each of
/// them is; this way they are the same each time, and so is the grade. That blocks disturb each
/// other is a finding.
run_options watched_options(const run_limits& allowed);

/// One a case, in their order, from the submission's checked program. @param doing the beginning of
/// the line of progress
outcome_list run_watched(grading_context& in, const std::vector<const test_case*>& cases,
                         const std::string& doing);

/// The cases of a timed check for the grading's seed.
std::vector<test_case> cases_on_gpu(std::uint64_t seed, const case_maker& make);

} // namespace cudalab::grader
