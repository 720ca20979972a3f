// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A compiler or another tool, run to its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/run/worker_process.h"

namespace cudalab::grader {

struct tool_settings {
  std::vector<std::string> command;             ///< the first with its full path
  std::vector<std::string> environment;         ///< "NAME=value", besides the fixed ones
  run_limits allowed{std::chrono::seconds(60)}; ///< `wall`: for the whole run
};

struct tool_result {
  ending how = ending::exited; ///< exited: see exit_status; never `done`
  std::optional<int> exit_status;
  std::string detail;
  std::string output; ///< standard output and error
  double seconds = 0;

  bool ok() const { return exit_status == 0 && how == ending::exited; }
};

/// @throws std::system_error
tool_result run_tool(const tool_settings& settings);

} // namespace cudalab::grader
