// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One grading, from the file to the grade.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

#include "grader/build/builder.h"
#include "grader/checks/case_cache.h"
#include "grader/checks/case_plan.h"
#include "grader/checks/programs.h"
#include "grader/lab.h"
#include "grader/result.h"
#include "grader/sanitizer/compute_sanitizer.h"

namespace cudalab::grader {

/// What a grading needs from outside. Tests put their own functions in place of the real ones.
struct grading_tools {
  programs::build_function build;
  std::function<build_outcome(const std::filesystem::path&)> check_rules;
  /// Empty: there is no nvcc, or the GPU backend compiles with it anyway.
  std::function<build_outcome(const std::filesystem::path&)> check_with_nvcc;
  session_maker open = open_session;
  watch_maker watch_device; ///< empty: nobody looks at the GPU
  /// compute-sanitizer: called for several checks at the same time.
  std::function<sanitizer_outcome(const std::filesystem::path& program,
                                  const std::vector<const test_case*>& cases,
                                  const run_limits& allowed)>
      sanitize = run_compute_sanitizer;
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  /// Hears of each check as soon as nothing changes in it any more: the build first, then in the
  /// order in which that comes to be so. Empty: nobody listens.
  std::function<void(const check_result&)> known;
  /// Hears the grade when nothing but nvcc's remark may come to it.
  std::function<void(const grade&)> judged = [](const grade&) {};
};

struct grading_request {
  const lab_description& lab;
  std::filesystem::path file;     ///< the submission
  std::filesystem::path baseline; ///< labNN_baseline.cu; empty: the lab has none
  std::filesystem::path header;   ///< labNN.h
  backend_kind backend = backend_kind::cpu;
  std::uint64_t seed = 1;
  run_limits allowed;
  /// Only these are judged, as strictly as in a grading of the whole lab; empty: all.
  std::set<int> exercises = {};
  /// Without a GPU: what needs one is judged later, on a machine that has one. It is skipped here,
  /// and marked (checks/parts.h), unless it means nothing by what was judged before it.
  bool gpu_later = false;
  /// Made before, for several gradings. It is used where it is for this lab, backend and seed;
  /// else, and where there is none, the grading makes its own.
  const case_plan* made_before = nullptr;

  bool asks_for(const check_description& one) const {
    return exercises.empty() || exercises.count(one.exercise) != 0;
  }
};

/// Builds and judges. Fills in lab, title, backend, seed, notes, checks, times, points and verdict;
/// the rest of the grade is the caller's. Never throws for what a submission does; trouble of the
/// machine becomes a check with status error.
grade grade_submission(const grading_request& request, const grading_tools& tools);

} // namespace cudalab::grader
