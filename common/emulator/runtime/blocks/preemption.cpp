// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/preemption.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/in_program.h"
#include "emulator/runtime/blocks/progress.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <ucontext.h>
#include <xmmintrin.h>

namespace {

/// How the program's threads round. An interrupted thread may be in the middle of a function that
/// rounds in another way; fibers do not keep this (see fiber_switch.h).
unsigned usual_rounding = 0;

} // namespace

extern "C" {

/// Where an interrupted thread goes on. Keeps all registers, also those that a call may change,
/// lets others run, and returns to the interrupted place.
void cudalab_rest_amid();

/// Called there.
void cudalab_rest() {
  _mm_setcsr(usual_rounding);
  cudalab::emulator::current_scheduler->yield(nullptr);
}

} // extern "C"

// On entry the interrupted address is on the stack, 128 bytes (the red zone) below what was its
// top. 0xe7 are the parts of the vector registers that xsave keeps: all but those of matrices,
// which are large and nobody uses. They need 2,696 bytes and a header of zeros. fninit leaves the
// stack of the x87 unit empty, as a called function expects it: the interrupted thread may be in
// the middle of a long double, and others would push theirs on top until the stack is full.
asm(R"(
  .text
  .globl cudalab_rest_amid
  .type cudalab_rest_amid, @function
cudalab_rest_amid:
  pushfq
  cld
  pushq %rax
  pushq %rbx
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %rbp
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, %rbp
  subq $4096, %rsp
  andq $-64, %rsp
  xorl %eax, %eax
  leaq 512(%rsp), %rdi
  movl $8, %ecx
  rep stosq
  movl $0xe7, %eax
  xorl %edx, %edx
  xsave64 (%rsp)
  fninit
  call cudalab_rest
  movl $0xe7, %eax
  xorl %edx, %edx
  xrstor64 (%rsp)
  movq %rbp, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rbp
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rbx
  popq %rax
  popfq
  ret $128
  .size cudalab_rest_amid, . - cudalab_rest_amid
)");

namespace cudalab::emulator {

namespace {

constexpr int tick = SIGURG; ///< ignored by default, and hardly ever used
constexpr std::ptrdiff_t room_for_rest = 16 * 1024;

std::atomic<std::uint64_t> yields = 0;
std::atomic<bool> in_a_hurry = false;

void handle_tick(int, siginfo_t*, void* context) {
  block_scheduler* const scheduler = current_scheduler;
  if (scheduler == nullptr || scheduler->observed() || !scheduler->in_kernel())
    return;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const auto pc = static_cast<std::uintptr_t>(registers[REG_RIP]);
  if (!in_program(pc)) // the C library may hold a lock: the next tick comes soon
    return;
  const bool must_end = current_order.load(std::memory_order_relaxed) != launch_order::go_on;
  if (!must_end && (scheduler->is_alone() ||
                    (!scheduler->seen_before() && !in_a_hurry.load(std::memory_order_relaxed))))
    return;
  constexpr std::uintptr_t red_zone = 128;
  auto* const top = reinterpret_cast<std::uintptr_t*>(
      static_cast<std::uintptr_t>(registers[REG_RSP]) - red_zone - sizeof pc);
  const fiber_stacks& stacks = fiber_stacks::instance();
  if (!stacks.contains(top) || stacks.room_below(top) < room_for_rest)
    return;
  *top = pc;
  registers[REG_RSP] = static_cast<greg_t>(reinterpret_cast<std::uintptr_t>(top));
  registers[REG_RIP] = reinterpret_cast<greg_t>(cudalab_rest_amid);
  yields.fetch_add(1, std::memory_order_relaxed);
}

bool can_keep_registers() {
  constexpr unsigned xsave_enabled = 1u << 27;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & xsave_enabled) != 0;
}

bool prepared = false;

} // namespace

void prepare_preemption() {
  usual_rounding = _mm_getcsr();
  struct sigaction before {};
  sigaction(tick, nullptr, &before);
  if (!can_keep_registers() || before.sa_handler != SIG_DFL)
    return; // the program has its own use for it
  const char* const wanted = std::getenv("CUDALAB_PREEMPTION");
  if (wanted != nullptr && std::string_view(wanted) == "0")
    return;
  struct sigaction action {};
  action.sa_sigaction = handle_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  prepared = sigaction(tick, &action, nullptr) == 0;
}

void interrupt(pthread_t thread, bool hurried) {
  in_a_hurry.store(hurried, std::memory_order_relaxed);
  if (prepared)
    pthread_kill(thread, tick);
}

std::uint64_t preemptions() {
  return yields.load(std::memory_order_relaxed);
}

} // namespace cudalab::emulator

#else

namespace cudalab::emulator {

void prepare_preemption() {}
void interrupt(pthread_t, bool) {}
std::uint64_t preemptions() {
  return 0;
}

} // namespace cudalab::emulator

#endif
