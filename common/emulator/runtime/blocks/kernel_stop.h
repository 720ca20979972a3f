// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Why a kernel cannot go on.
#pragma once

#include <cstdint>

namespace cudalab::emulator {

enum class stop_reason : std::uint8_t {
  endless_loop,
  trap,
  failed_assertion,
  stack_overflow,
  division_by_zero ///< of an integer
};

struct kernel_stop {
  stop_reason why = stop_reason::trap;
  const void* site = nullptr; ///< return address: the student's line
  const char* text = "";      ///< "__trap()", or what was asserted
  // Threads of the block that wait at a barrier meanwhile, and where the first of them is.
  unsigned waiting = 0, waiting_thread = 0;
  const void* waiting_at = nullptr;
};

/// "WHAT in kernel K, thread (0,0,0) of block (0,0,0)" on standard error, in one write so that the
/// line is not torn. Also from a signal handler.
void say_in_kernel(const char* what);

} // namespace cudalab::emulator
