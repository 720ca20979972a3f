// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/progress.h"

#include <cstdlib>

#include "emulator/emulator.h"

namespace cudalab::emulator {

constinit std::atomic<launch_order> current_order = launch_order::go_on;

namespace {

constexpr double usual_limit = 60;

double wished_limit() {
  const char* const text = std::getenv("CUDALAB_TIME_LIMIT");
  if (text == nullptr)
    return usual_limit;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  return end != text && seconds >= 0 ? seconds : usual_limit;
}

std::atomic<bool> set_by_program = false;

std::atomic<double>& time_limit() {
  static std::atomic<double> seconds = wished_limit();
  return seconds;
}

} // namespace

std::chrono::duration<double> launch_time_limit() {
  return std::chrono::duration<double>(time_limit().load(std::memory_order_relaxed));
}

bool launch_time_limit_is_from_outside() {
  return !set_by_program;
}

void set_launch_time_limit(double seconds) {
  set_by_program = true;
  time_limit() = seconds;
}

} // namespace cudalab::emulator
