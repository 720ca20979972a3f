// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs a tool and waits for it.
#pragma once

#include <string>
#include <vector>

namespace cudalab::emulator {

struct finished {
  int status = -1; ///< exit status; 128 + signal when a signal ended it
  bool started = false;
  std::string output; ///< its standard output
  std::string errors; ///< its standard error
};

/// Standard input is empty. When this process is told to stop (SIGINT, SIGTERM, SIGHUP), the tool
/// is stopped too, and `interrupted()` is true.
finished run_tool(const std::vector<std::string>& command);

/// Signals that ask to stop are noted from now on, so that temporary files can be removed.
void catch_stop_signals();
/// The signal that asked to stop; 0: none.
int interrupted();

} // namespace cudalab::emulator
