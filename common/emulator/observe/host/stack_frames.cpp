// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/stack_frames.h"

#include <cstdint>

// The linker's: emucc gives sections of code these names.
extern "C" {
[[gnu::weak]] extern const std::byte __start_submission_code, __stop_submission_code;
}

namespace cudalab::emulator {

namespace {

/// What stands at a frame's address.
struct frame {
  const frame* caller;
  const void* returns_to;
};

} // namespace

bool is_code_of_submission(const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pc);
  return address - reinterpret_cast<std::uintptr_t>(&__start_submission_code) <
         static_cast<std::size_t>(&__stop_submission_code - &__start_submission_code);
}

call_path calls_behind(const void* pc) {
  constexpr int most_between = 16; // functions of this library, down to the submission's
  call_path path = {};
  if (!is_code_of_submission(pc))
    return path;
  const auto* each = static_cast<const frame*>(__builtin_frame_address(0));
  for (int i = 0; each->returns_to != pc; ++i) {
    if (i == most_between || each->caller <= each)
      return path;
    each = each->caller;
  }
  // A frame is known to be one where the function that keeps it is the submission's.
  for (const void*& place : path) {
    if (each->caller <= each || !is_code_of_submission(each->caller->returns_to))
      break;
    each = each->caller;
    place = each->returns_to;
  }
  return path;
}

bool keeps_frames(const void* where, std::size_t bytes, const void* pc, bool lent) {
  if (!is_code_of_submission(pc))
    return true;
  const auto begin = reinterpret_cast<std::uintptr_t>(where);
  const auto* each = static_cast<const frame*>(__builtin_frame_address(0));
  bool own = false; // its function is the submission's
  for (;;) {
    const auto at = reinterpret_cast<std::uintptr_t>(each);
    if (own && bytes <= at - begin && begin < at)
      return true;
    if (own && begin < at + sizeof *each)
      return false;
    const bool next_own = is_code_of_submission(each->returns_to);
    if (own && !next_own)
      return lent;
    if (each->caller <= each)
      return false;
    own = next_own;
    each = each->caller;
  }
}

source_place own_place(const void* pc) {
  const source_place here = place_of(pc);
  return in_library(here) ? own_line_of(pc, calls_behind(pc)) : here;
}

} // namespace cudalab::emulator
