// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/device_signals.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/in_program.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

constinit std::atomic<void (*)()> last_words = nullptr;

namespace {

constexpr std::size_t alternate_stack_bytes = 64 * 1024;

/// Where the thread was that the handler is about to stop.
constinit thread_local const void* fault_site = nullptr;

void abandon_for_address() {
  abandon_launch(cudaErrorIllegalAddress);
}
void stop_for_division() {
  current_scheduler->stop({.why = stop_reason::division_by_zero, .site = fault_site},
                          cudaErrorLaunchFailure);
}
void stop_for_stack() {
  current_scheduler->stop({.why = stop_reason::stack_overflow, .site = fault_site},
                          cudaErrorLaunchFailure);
}

/// Lets the interrupted fiber go on in `function`, which never returns, on this stack. The handler
/// itself returns as usual, so signal mask and alternate stack are put right by the kernel.
bool continue_in(void (*function)(), const void* stack, void* context) {
#if defined(__x86_64__)
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto sp = reinterpret_cast<std::uintptr_t>(stack) & ~std::uintptr_t{15};
  registers[REG_RSP] = static_cast<greg_t>(sp - 8); // as after a call
  registers[REG_RIP] = reinterpret_cast<greg_t>(function);
  return true;
#else
  (void)function, (void)stack, (void)context;
  return false;
#endif
}

bool handle_in_kernel(int signal, const void* address, void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<std::uintptr_t>(registers[REG_RIP]);
  const auto sp = static_cast<std::uintptr_t>(registers[REG_RSP]);
#else
  const std::uintptr_t pc = 0, sp = 0;
#endif
  constexpr std::uintptr_t red_zone = 128;
  const auto* const below = reinterpret_cast<const void*>(sp - red_zone);
  const fiber_stacks& stacks = fiber_stacks::instance();
  fault_site = reinterpret_cast<const void*>(pc + 1); // as a return address
  if (signal == SIGSEGV && stacks.in_guard_page(address)) {
    // Nothing on that stack is needed any more.
    if (in_program(pc) && continue_in(stop_for_stack, stacks.end_of_stack(address), context))
      return true;
    say_in_kernel("stack overflow");
    return false;
  }
  if (signal == SIGFPE) {
    if (in_program(pc) && continue_in(stop_for_division, below, context))
      return true;
    say_in_kernel("division of an integer by zero");
    return false;
  }
  say_in_kernel("invalid address");
  // An observer stops a bad access before it happens. What faults all the same may be an observer,
  // and that must not look like the student's mistake. A jump to a bad address is the student's.
  return !current_scheduler->observed() && (pc < 4096 || in_program(pc)) &&
         continue_in(abandon_for_address, below, context);
}

void handle(int signal, siginfo_t* info, void* context) {
  if (current_block != nullptr && handle_in_kernel(signal, info->si_addr, context))
    return;
  if (void (*const say_them)() = last_words.exchange(nullptr))
    say_them();
  // Returning repeats the fault, without this handler.
  std::signal(signal, SIG_DFL);
}

} // namespace

void handle_device_signals() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_DFL)
      continue; // the program has its own
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
}

void use_alternate_signal_stack() {
  void* memory = mmap(nullptr, alternate_stack_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = alternate_stack_bytes;
  sigaltstack(&stack, nullptr);
}

} // namespace cudalab::emulator
