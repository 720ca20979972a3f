// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs each different case once for each program and way of running it.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grader/run/case_runner.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// What tells two calls apart: function, arguments, contents.
std::string identity_of(const test_case& one);

/// For all calls of a grading together, with the starts of their programs: a call that nearly takes
/// too long, or a program that starts slowly for each, is not waited for in each of hundreds.
inline constexpr std::chrono::milliseconds all_calls{600'000};

class case_cache {
public:
  explicit case_cache(session_maker open = open_session,
                      std::chrono::milliseconds together = all_calls);

  /// Says which cases of a program will be asked for, each once: they share a session, which is
  /// opened when the first of them runs. @param counted parallel: its traffic is counted
  void plan(const std::filesystem::path& program, const run_options& options,
            std::vector<const test_case*> cases, const std::vector<bool>& counted);

  /// One outcome a case, in their order; what was run before is not run again. A program that once
  /// did not finish in time gets less time from then on. Cases that nobody planned have a session
  /// for themselves. `progress` (may be empty) gets the index of each case that is really run.
  /// @throws std::runtime_error as a session does
  std::vector<std::shared_ptr<const case_outcome>>
  run(const std::filesystem::path& program, const std::vector<const test_case*>& cases,
      const run_options& options, const std::function<void(std::size_t)>& progress = {});

  /// Runs them whether they are known or not, and remembers nothing: does a result repeat?
  std::vector<case_outcome> run_again(const std::filesystem::path& program,
                                      const std::vector<const test_case*>& cases,
                                      const run_options& options);

private:
  struct known_outcome {
    std::shared_ptr<const case_outcome> outcome;
    bool counted = false;
  };
  struct planned_session {
    std::filesystem::path program;
    run_options options;
    std::vector<const test_case*> cases;
    std::unique_ptr<case_session> opened;
  };
  struct planned_case {
    planned_session* session = nullptr;
    std::size_t index = 0;
    bool counted = false;
  };

  std::vector<case_outcome> run_missing(const std::filesystem::path& program,
                                        const std::vector<const test_case*>& cases,
                                        const std::vector<std::string>& keys, run_options options,
                                        const std::function<void(std::size_t)>& progress);
  case_outcome in_time(const std::function<case_outcome()>& run);
  run_options in_patience(run_options options) const;
  void lose_patience(std::vector<case_outcome>& outcomes, const run_options& options);

  session_maker open_;
  std::chrono::milliseconds together_;
  std::chrono::steady_clock::duration spent_{};
  std::map<std::string, known_outcome> known_;
  std::vector<std::unique_ptr<planned_session>> sessions_;
  std::map<std::string, planned_case> planned_;
  bool out_of_patience_ = false;
};

} // namespace cudalab::grader
