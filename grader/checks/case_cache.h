// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs each different case once for each program and way of running it.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grader/run/case_runner.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// run_cases(), or something in its place in a test.
using case_runner_function = std::function<std::vector<case_outcome>(
    const std::filesystem::path& program, const std::vector<const test_case*>& cases,
    const run_options& options, const std::function<void(std::size_t)>& progress)>;

class case_cache {
public:
  explicit case_cache(case_runner_function run = run_cases);

  /// One outcome a case, in their order. Two cases are the same when function, arguments and
  /// contents are. A program that once did not finish in time gets less time from then on.
  /// `progress` (may be empty) gets the index of each case that is really run.
  /// @throws std::runtime_error as run_cases().
  std::vector<std::shared_ptr<const case_outcome>>
  run(const std::filesystem::path& program, const std::vector<const test_case*>& cases,
      const run_options& options, const std::function<void(std::size_t)>& progress = {});

  /// Runs them whether they are known or not, and remembers nothing: does a result repeat?
  std::vector<case_outcome> run_again(const std::filesystem::path& program,
                                      const std::vector<const test_case*>& cases,
                                      const run_options& options);

private:
  std::vector<case_outcome> run_patiently(const std::filesystem::path& program,
                                          const std::vector<const test_case*>& cases,
                                          run_options options,
                                          const std::function<void(std::size_t)>& progress);

  case_runner_function run_;
  std::map<std::string, std::shared_ptr<const case_outcome>> known_;
  bool out_of_patience_ = false;
};

} // namespace cudalab::grader
