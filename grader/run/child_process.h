// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A process that the judge started, with everything that comes of it: limits while it runs, and a
/// certain end. Every worker is started here, and nowhere else.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grader/run/process_scan.h"
#include "grader/run/sandbox/confinement.h"
#include "grader/run/worker_process.h"

namespace cudalab::grader {

struct child_settings {
  std::vector<std::string> command;     ///< the first with its full path
  std::vector<std::string> environment; ///< "NAME=value": all of it
  std::filesystem::path directory;      ///< to work in; empty: the judge's
  /// Ours and its number in the child. 0 is /dev/null, 1 and 2 are kept; nothing else is open.
  std::vector<std::pair<int, int>> descriptors;
  run_limits allowed; ///< `wall` is not looked at: wait() has its own time
  confinement held;
};

/// Leads its own session. Used by one thread; several children may run in several threads.
class child_process {
public:
  /// @throws std::system_error. A command that cannot be executed ends with exit status 127.
  explicit child_process(const child_settings& settings);
  ~child_process(); ///< stops it
  child_process(const child_process&) = delete;
  child_process& operator=(const child_process&) = delete;

  enum class event { readable, ended, timed_out };
  using time_point = std::chrono::steady_clock::time_point;

  /// Waits until `fd` can be read (or is broken), the child has ended (by itself or at a limit: see
  /// how()), or the time is over. `fd` -1: none. Keeps what the child prints, and checks limits.
  event wait(int fd, time_point until);

  /// Kills whatever is left of it and reaps it all. `how` says why, unless it had ended before.
  void stop(ending how = ending::done, const std::string& detail = "");

  /// How long its threads had to wait for a processor because others ran, since they began.
  waits_for_processor held_up() const;

  bool ended() const;
  ending how() const;         ///< done: still running, or stopped without a reason
  std::string detail() const; ///< as worker_process::detail()
  int signal() const;         ///< that ended a crashed child; 0: none
  /// The exit status, if the child ended by itself and not by a signal.
  std::optional<int> exit_status() const;
  const std::string& printed(); ///< standard output and error so far

private:
  struct state;
  std::unique_ptr<state> state_;
};

/// "SIGSEGV (invalid memory access)"
std::string signal_words(int signal);

} // namespace cudalab::grader
