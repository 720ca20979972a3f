// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs cases by a function, in place of a worker.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "grader/run/case_runner.h"

namespace cudalab::grader {

/// The options are those of the call: with its time, and whether it is counted.
using fake_run = std::function<case_outcome(const std::filesystem::path& program,
                                            const test_case& one, const run_options& options)>;

/// @param opened is told of each session, if it is there
inline session_maker fake_sessions(fake_run run, std::function<void()> opened = {}) {
  struct session final : case_session {
    case_outcome run(std::size_t index, bool counted, std::chrono::milliseconds wall) override {
      run_options now = options;
      now.counted = counted || options.counted;
      now.allowed.wall = wall;
      return make(program, *cases.at(index), now);
    }
    fake_run make;
    std::filesystem::path program;
    std::vector<const test_case*> cases;
    run_options options;
  };
  return [run = std::move(run), opened = std::move(opened)](
             const std::filesystem::path& program, const std::vector<const test_case*>& cases,
             const run_options& options) {
    if (opened)
      opened();
    auto made = std::make_unique<session>();
    made->make = run;
    made->program = program;
    made->cases = cases;
    made->options = options;
    return made;
  };
}

} // namespace cudalab::grader
