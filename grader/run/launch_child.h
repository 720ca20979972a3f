// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From settings to a running process. For child_process.cpp only.
#pragma once

#include <sys/types.h>

#include "grader/run/child_process.h"

namespace cudalab::grader {

/// The judge's ends of what a child is started with.
struct launch_ends {
  int output_fd = -1; ///< becomes its standard output and error
  /// Becomes confinement::status_fd. What could not be started says so there too.
  int status_fd = -1;
  std::vector<int> join_descriptors; ///< of its control group
  int lifeline_fd = -1; ///< for a guard (guard.h); -1: the command is started without one
};

/// Starts the command in a session of its own. It dies with the thread that started it.
/// @throws std::system_error
pid_t launch_child(const child_settings& settings, const launch_ends& ends);

} // namespace cudalab::grader
