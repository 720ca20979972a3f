// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/last_words.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include <unwind.h>

#include "emulator/observe/host/stack_frames.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/counters.h"

namespace cudalab::emulator {

namespace {

/// Where the submission's functions that have not ended go on, the innermost first.
struct return_addresses {
  std::array<const void*, 32> all{};
  std::size_t count = 0;
};

_Unwind_Reason_Code keep_frame(_Unwind_Context* frame, void* to) {
  auto& kept = *static_cast<return_addresses*>(to);
  const auto* pc = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
  if (is_code_of_submission(pc))
    kept.all[kept.count++] = pc;
  return kept.count < kept.all.size() ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// A destructor is noexcept, unless it says otherwise: the exception gets no further than that.
void tell_destructor(const return_addresses& frames) {
  for (std::size_t i = 0; i < frames.count; ++i) {
    const named_function function = function_around(frames.all[i]);
    if (function.name.empty())
      continue; // the compiler's own, which ends the program
    if (function.name.front() == '~')
      std::fprintf(stderr, "an exception was about to leave the destructor %s(), %s\n",
                   function.name.c_str(), line_words(function.declared).c_str());
    return;
  }
}

/// What failed is not the mistake, then.
void tell_what_was_made_to_fail() {
  const failed_call failed = call_made_to_fail();
  if (is_failing_calls() && failed.caller != nullptr)
    std::fprintf(stderr, "%s in %s was made to fail, to see what the program does then\n",
                 failed.call, line_words(place_of(failed.caller)).c_str());
  if (is_refusing())
    std::fprintf(stderr, "the launch in line %d was refused, to see what the program does then\n",
                 first_refused().line);
}

[[noreturn]] void end_program() {
  return_addresses frames;
  _Unwind_Backtrace(keep_frame, &frames);
  tell_destructor(frames);
  tell_what_was_made_to_fail();
  __gnu_cxx::__verbose_terminate_handler();
  std::abort();
}

} // namespace

void tell_what_ends_program() {
  std::set_terminate(end_program);
}

} // namespace cudalab::emulator
