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
#include "grader/lab.h"
#include "grader/run/case_runner.h"

namespace cudalab::grader {

/// Read by the checks of one grading, one after the other, in one thread.
struct context {
  const grader::lab& lab;
  grader::backend backend = backend::cpu;
  std::uint64_t seed = 1;
  limits allowed; ///< for one call on the emulated device or on the GPU, without a tool around it

  /// The student's file, and the lab's labNN_baseline.cu, built in a flavour. Waits for a build
  /// that is under way; builds at most once. `how` may be anything: look before using `program`.
  std::function<const build_outcome&(flavour)> submission;
  std::function<const build_outcome&(flavour)> baseline;
  bool has_baseline = true; ///< false: `baseline` must not be called

  /// Runs cases, and remembers what came out: a case that two checks share runs once.
  /// Timed runs and runs under compute-sanitizer do not belong here.
  case_cache& outcomes;

  /// One line for who waits: "racecheck: case 3 of 12". Never empty; cheap to call.
  std::function<void(const std::string&)> progress;

  std::set<std::string> notes;  ///< what a check could not look at here, and why
  std::vector<step_time> times; ///< steps inside a check

  /// Who looks at a GPU while a measurement is made again; empty: nobody.
  watch_maker watch_device = {};
};

/// The cases of a check for the grading's seed. Every check starts from the same seed, so that
/// checks with one case maker get equal cases.
std::vector<test_case> cases_of(const context& in, const case_maker& make);

} // namespace cudalab::grader
