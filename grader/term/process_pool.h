// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Work in processes of its own, some at a time: what becomes of one is no matter of the others.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace cudalab::term {

enum class process_end {
  done,        ///< `said` is what the work gave
  wrong_usage, ///< it threw what `is_usage` knows; `said` is what()
  failed       ///< it threw, crashed, or took too long; `said` has why
};

struct process_work {
  std::size_t count = 0;                                ///< jobs 0 to count - 1
  std::size_t at_once = 1;                              ///< processes
  std::chrono::seconds longest = std::chrono::hours(1); ///< for one job; then it is killed
  /// In a process of its own; gives a few words.
  std::function<std::string(std::size_t job)> work;
  /// In that process, before.
  std::function<void()> begin = [] {};
  std::function<bool(const std::exception&)> is_usage = [](const std::exception&) { return false; };
  /// In this process. False: begin no more jobs.
  std::function<bool(std::size_t job, process_end how, const std::string& said)> ended;
  /// In this process, now and then, and before a job's end is believed: does not return when this
  /// process is about to end.
  std::function<void()> look_up = [] {};
};

/// Returns when all jobs that were begun have ended. One at a time. @throws std::system_error
void run_processes(const process_work& what);

/// Asks the processes that run to end (SIGTERM), waits for them a moment, then kills them. For
/// another thread.
void end_processes();

} // namespace cudalab::term
