// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How long a launch may run, and who tells its threads that they must end.
#pragma once

#include <atomic>
#include <chrono>

namespace cudalab::emulator {

/// What the threads of the launch that runs must heed when they wait for something.
enum class launch_order : int {
  go_on,
  time_is_up, ///< say where you are, and end
  give_up     ///< another thread has ended the launch
};
extern constinit std::atomic<launch_order> current_order;

/// From CUDALAB_TIME_LIMIT (seconds; 60 when it is not set), or set_launch_time_limit(). Zero: no
/// limit.
std::chrono::duration<double> launch_time_limit();
/// False: set_launch_time_limit() was called, so that the environment changes nothing.
bool launch_time_limit_is_from_outside();

} // namespace cudalab::emulator
