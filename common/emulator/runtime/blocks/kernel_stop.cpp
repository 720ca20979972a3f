// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The end of a kernel that cannot go on.
#include <cstdio>

#include <unistd.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/blocks/progress.h"

namespace cudalab::emulator {

void say_in_kernel(const char* what) {
  const block_state& block = *current_block;
  const index3 t = block.thread->index, b = block.index;
  char line[512];
  const int length =
      std::snprintf(line, sizeof line, "%s in kernel %s, thread (%u,%u,%u) of block (%u,%u,%u)\n",
                    what, block.launch->kernel, t.x, t.y, t.z, b.x, b.y, b.z);
  [[maybe_unused]] const auto written =
      write(STDERR_FILENO, line, static_cast<std::size_t>(length));
}

namespace {

void say(const kernel_stop& stop) {
  char text[128];
  switch (stop.why) {
  case stop_reason::endless_loop:
    std::snprintf(text, sizeof text, "no end after %g s%s", launch_time_limit().count(),
                  launch_time_limit_is_from_outside() ? " (CUDALAB_TIME_LIMIT)" : "");
    say_in_kernel(text);
    break;
  case stop_reason::trap:
    say_in_kernel(stop.text);
    break;
  case stop_reason::stack_overflow:
    say_in_kernel("stack overflow");
    break;
  case stop_reason::division_by_zero:
    say_in_kernel("division of an integer by zero");
    break;
  case stop_reason::failed_assertion:
    break; // has said so itself
  }
}

} // namespace

void block_scheduler::stop(kernel_stop why, int error) {
  in_kernel_ = false;
  for (unsigned i = threads_; i-- > 0;) {
    const warp_lanes& warp = lanes_[i / warp_size];
    if (((warp.at_block | warp.at_warp) >> i % warp_size & 1) == 0)
      continue;
    ++why.waiting;
    why.waiting_thread = i;
    why.waiting_at = sites_[i];
  }
  bool noted = false;
  if (observed_)
    for (const auto& observer : block_observers())
      noted |= observer->stopped(state_, why);
  if (!noted)
    say(why);
  abandon(error);
}

} // namespace cudalab::emulator
