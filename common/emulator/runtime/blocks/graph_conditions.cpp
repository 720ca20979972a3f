// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A kernel says what conditional nodes of its graph do.
#include <atomic>

#include "emulator/include/cudalab/graph_api.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/queue/graph_condition.h"

using namespace cudalab::emulator;

[[gnu::noinline]] void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  const void* const caller = __builtin_return_address(0);
  block_scheduler& scheduler = scheduler_for("cudaGraphSetConditional()");
  auto* const word = reinterpret_cast<unsigned*>(handle);
  observe_access(word, sizeof *word, access_kind::write, caller, access_manner::atomic);
  if (!is_condition(handle))
    scheduler.stop(
        {.why = stop_reason::trap,
         .site = caller,
         .text = "cudaGraphSetConditional() with what is no handle of a graph's condition"},
        cudaErrorIllegalAddress);
  std::atomic_ref(*word).store(value, std::memory_order_release);
}
