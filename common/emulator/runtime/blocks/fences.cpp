// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Memory fences. Blocks run on several OS threads, so the order of stores matters here as on a
/// GPU. Out of line, so that the compiler keeps them in their place and observers hear of them.
#include <cstdio>
#include <cstdlib>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/device_call.h"

namespace cudalab::emulator {

void refuse_on_host(const char* function) {
  std::fprintf(stderr, "%s was called on the host: only a kernel can call it\n", function);
  std::abort();
}

namespace {

void fence(fence_scope scope, const char* function) {
  const block_scheduler& scheduler = scheduler_for(function);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (scheduler.observed())
    for (const auto& observer : block_observers())
      observer->fenced(*current_block, scope);
}

} // namespace

} // namespace cudalab::emulator

using namespace cudalab::emulator;

void __threadfence() {
  fence(fence_scope::device, "__threadfence()");
}
void __threadfence_system() {
  fence(fence_scope::system, "__threadfence_system()");
}
void __threadfence_block() {
  fence(fence_scope::block, "__threadfence_block()");
}
