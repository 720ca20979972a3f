// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/device_signals.h"

#include <csignal>
#include <cstdint>
#include <cstdlib>

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/block_scheduler.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/fiber_stacks.h"
#include "emulator/runtime/kernel_stop.h"

// The linker's names for the program's own code.
extern "C" const char __executable_start, etext;

namespace cudalab::emulator {

constinit std::atomic<void (*)()> last_words = nullptr;

namespace {

constexpr std::size_t alternate_stack_bytes = 64 * 1024;

void abandon_for_address() {
  abandon_launch(cudaErrorIllegalAddress);
}
void abandon_for_failure() {
  abandon_launch(cudaErrorLaunchFailure);
}

/// Lets the interrupted fiber go on in `function`, which never returns. The handler itself returns
/// as usual, so signal mask and alternate stack are put right by the kernel.
bool continue_in(void (*function)(), void* context) {
  // An observer stops a bad access before it happens. What faults all the same may be an observer,
  // and that must not look like the student's mistake.
  if (current_scheduler->observed())
    return false;
#if defined(__x86_64__)
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<std::uintptr_t>(registers[REG_RIP]);
  // Only out of the program's own code: the C library may hold a lock. A jump to a bad address is
  // let through as well.
  if (pc >= 4096 && (pc < reinterpret_cast<std::uintptr_t>(&__executable_start) ||
                     pc >= reinterpret_cast<std::uintptr_t>(&etext)))
    return false;
  constexpr std::uintptr_t red_zone = 128;
  const std::uintptr_t sp = (static_cast<std::uintptr_t>(registers[REG_RSP]) - red_zone) & ~15ul;
  registers[REG_RSP] = static_cast<greg_t>(sp - 8); // as after a call
  registers[REG_RIP] = reinterpret_cast<greg_t>(function);
  return true;
#else
  (void)function, (void)context;
  return false;
#endif
}

void handle(int signal, siginfo_t* info, void* context) {
  if (current_block != nullptr) {
    if (fiber_stacks::instance().in_guard_page(info->si_addr) && signal == SIGSEGV) {
      say_in_kernel("stack overflow");
    } else if (signal == SIGFPE) {
      say_in_kernel("division of an integer by zero");
      if (continue_in(abandon_for_failure, context))
        return;
    } else {
      say_in_kernel("invalid address");
      if (continue_in(abandon_for_address, context))
        return;
    }
  }
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
