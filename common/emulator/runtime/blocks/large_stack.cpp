// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/large_stack.h"

#include <cstddef>
#include <memory>

#include "emulator/runtime/blocks/fiber_switch.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

namespace {

/// Of an OS thread. It lives as long as the process: device threads do.
struct large_stack {
  static constexpr std::size_t bytes = std::size_t{2} << 20;
  std::unique_ptr<std::byte[]> memory;
  fiber_context caller = nullptr, own = nullptr;
  const std::function<void()>* work = nullptr;
};

thread_local large_stack* of_this_thread = nullptr;

void do_work() {
  for (;;) {
    (*of_this_thread->work)();
    switch_fiber(of_this_thread->own, of_this_thread->caller);
  }
}

large_stack& stack_of_this_thread() {
  if (of_this_thread == nullptr) {
    of_this_thread = new large_stack;
    of_this_thread->memory = std::make_unique_for_overwrite<std::byte[]>(large_stack::bytes);
    of_this_thread->own =
        make_fiber<do_work>(of_this_thread->memory.get() + large_stack::bytes, large_stack::bytes);
  }
  return *of_this_thread;
}

} // namespace

void on_large_stack(const std::function<void()>& work) {
  if (!on_thread_stack(__builtin_frame_address(0)))
    return work();
  large_stack& stack = stack_of_this_thread();
  stack.work = &work;
  switch_fiber(stack.caller, stack.own);
}

} // namespace cudalab::emulator
