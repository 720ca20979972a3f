// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Functions of the device library that only a kernel may call.
#pragma once

#include "emulator/runtime/blocks/block_scheduler.h"

namespace cudalab::emulator {

/// Says that `function` was called on the host, and ends the process.
[[noreturn]] void refuse_on_host(const char* function);

/// The scheduler of the block at hand.
inline block_scheduler& scheduler_for(const char* function) {
  if (current_scheduler == nullptr) [[unlikely]]
    refuse_on_host(function);
  return *current_scheduler;
}

} // namespace cudalab::emulator
