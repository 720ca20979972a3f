// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether a CUDA thread has stack left, asked when it enters a function of checked code: observers
/// work on the same stack, and should not be what runs out of it.
#pragma once

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/blocks/fiber_stacks.h"

namespace cudalab::emulator {

inline constexpr std::ptrdiff_t room_for_observers = 16 * 1024;

/// Does not return when there is too little. @param pc return address in the function
inline void check_stack(const void* frame, const void* pc) {
  static const fiber_stacks& stacks = fiber_stacks::instance();
  if (stacks.room_below(frame) < room_for_observers) [[unlikely]]
    current_scheduler->stop({.why = stop_reason::stack_overflow, .site = pc},
                            cudaErrorLaunchFailure);
}

} // namespace cudalab::emulator
