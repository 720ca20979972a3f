// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/fiber_switch.h"

#include <cstdint>

#if defined(__x86_64__)

asm(R"(
  .text
  .p2align 4
  .globl cudalab_switch_fiber
  .type cudalab_switch_fiber, @function
cudalab_switch_fiber:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size cudalab_switch_fiber, . - cudalab_switch_fiber
)");

namespace cudalab::emulator {

fiber_context make_x86_fiber(void* top, void (*enter)()) {
  // What the first switch to it takes off the stack: six registers and where to return to. `enter`
  // then finds the stack as if it had been called: a multiple of 16, less the return address.
  constexpr std::size_t registers = 6;
  auto* const aligned = reinterpret_cast<std::uintptr_t*>(reinterpret_cast<std::uintptr_t>(top) &
                                                          ~std::uintptr_t{15});
  std::uintptr_t* const begin = aligned - 2 - registers;
  for (std::size_t i = 0; i < registers; ++i)
    begin[i] = 0;
  begin[registers] = reinterpret_cast<std::uintptr_t>(enter);
  begin[registers + 1] = 0; // nobody called it: a debugger ends here
  return begin;
}

} // namespace cudalab::emulator

#endif
