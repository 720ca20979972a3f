// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From settings to a running process. For child_process.cpp only.
#pragma once

#include <sys/types.h>

#include "grader/run/child_process.h"

namespace cudalab::grader {

/// Starts the command in a session of its own, with `output_fd` as its standard output and error.
/// It dies with the thread that started it. @throws std::system_error
pid_t launch_child(const child_settings& settings, int output_fd);

} // namespace cudalab::grader
