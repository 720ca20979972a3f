// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Clocks of device code.
#include <chrono>
#include <ctime>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/queue/virtual_time.h"

namespace {

/// The emulated clock rate.
constexpr long long ticks_per_nanosecond = 2;

/// Threads of a block run one after the other: one that reads the clock at one place again and
/// again waits for a time, and so do the others meanwhile.
long long read_clock(cudalab::emulator::block_scheduler& scheduler, const void* caller) {
  using namespace cudalab::emulator;
  if (virtual_now.runs()) {
    virtual_now.device_computes(virtual_cost::device_clock_reading);
    return virtual_now.device().count() * ticks_per_nanosecond;
  }
  scheduler.yield_if_polling(caller, caller);
  return std::chrono::steady_clock::now().time_since_epoch().count() * ticks_per_nanosecond;
}

} // namespace

using namespace cudalab::emulator;

[[gnu::noinline]] long long clock64() {
  return read_clock(scheduler_for("clock64()"), __builtin_return_address(0));
}

/// What clock() is in a student's object: the C library's in host code.
extern "C" [[gnu::noinline]] std::clock_t cudalab_clock() {
  if (current_scheduler != nullptr)
    return static_cast<std::clock_t>(read_clock(*current_scheduler, __builtin_return_address(0)));
  if (!virtual_now.runs())
    return std::clock();
  virtual_now.host_computes(virtual_cost::clock_reading);
  return static_cast<std::clock_t>(virtual_now.processor().count() * CLOCKS_PER_SEC / 1000000000);
}

// A GPU waits no longer than twice the time, and maybe not at all; but the virtual clock is exact.
[[gnu::noinline]] void __nanosleep(unsigned nanoseconds_asked) {
  block_scheduler& scheduler = scheduler_for("__nanosleep()");
  if (current_block->linear == 0 && current_thread->linear == 0)
    virtual_now.device_computes(nanoseconds(nanoseconds_asked));
  scheduler.yield(__builtin_return_address(0));
}
