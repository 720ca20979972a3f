// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Device code that ends its own kernel: __trap(), and assert() when it fails.
#include <cstdio>

#undef NDEBUG // which hides __assert_fail(); the student's asserts have nothing to do with ours
#include <assert.h>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/device_call.h"

namespace cudalab::emulator {

namespace {

[[noreturn]] void fail_assertion(const char* expression, const char* file, unsigned line,
                                 const char* function, const void* site) {
  const index3 b = current_block->index, t = current_block->thread->index;
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, b.x, b.y, b.z, t.x, t.y, t.z, expression);
  current_scheduler->stop({.why = stop_reason::failed_assertion, .site = site, .text = expression},
                          cudaErrorAssert);
}

} // namespace

} // namespace cudalab::emulator

using namespace cudalab::emulator;

/// What assert() calls in a student's object.
extern "C" [[noreturn, gnu::noinline]] void
cudalab_assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (current_scheduler == nullptr)
    __assert_fail(expression, file, line, function);
  fail_assertion(expression, file, line, function, __builtin_return_address(0));
}

[[gnu::noinline]] void __trap() {
  scheduler_for("__trap()")
      .stop({.why = stop_reason::trap, .site = __builtin_return_address(0), .text = "__trap()"},
            cudaErrorLaunchFailure);
}

[[gnu::noinline]] void __brkpt() {
  scheduler_for("__brkpt()")
      .stop({.why = stop_reason::trap, .site = __builtin_return_address(0), .text = "__brkpt()"},
            cudaErrorLaunchFailure);
}
