// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Clocks of device code.
#include <chrono>
#include <ctime>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/device_call.h"

namespace {

/// The emulated clock rate.
constexpr long long ticks_per_nanosecond = 2;

} // namespace

long long clock64() {
  cudalab::emulator::scheduler_for("clock64()");
  return std::chrono::steady_clock::now().time_since_epoch().count() * ticks_per_nanosecond;
}

/// What clock() is in a student's object: the C library's in host code.
extern "C" std::clock_t cudalab_clock() {
  return cudalab::emulator::current_scheduler == nullptr ? std::clock()
                                                         : static_cast<std::clock_t>(clock64());
}

// A GPU waits no longer than twice the time, and maybe not at all.
[[gnu::noinline]] void __nanosleep(unsigned) {
  cudalab::emulator::scheduler_for("__nanosleep()").rest(__builtin_return_address(0));
}
