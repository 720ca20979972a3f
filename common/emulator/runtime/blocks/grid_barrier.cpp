// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a kernel calls to wait for the whole grid.
#include "emulator/include/cooperative_groups.h"
#include "emulator/runtime/blocks/device_call.h"

namespace cudalab::emulator {

// Never inlined: the return address is the place in the student's code.
[[gnu::noinline]] void wait_for_grid() {
  block_scheduler& scheduler = scheduler_for("grid_group::sync()");
  if (!current_block->launch->cooperative)
    scheduler.stop({.why = stop_reason::trap,
                    .site = __builtin_return_address(0),
                    .text = "grid_group::sync() without a cooperative launch"},
                   cudaErrorLaunchFailure);
  scheduler.wait_for_grid(__builtin_return_address(0));
}

bool launch_is_cooperative() {
  scheduler_for("grid_group::is_valid()");
  return current_block->launch->cooperative;
}

} // namespace cudalab::emulator
