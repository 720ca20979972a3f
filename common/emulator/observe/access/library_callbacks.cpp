// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Functions of the C library that call a function of the program. emucc gives them these names in
// checked code, and asks before whether a pointer leads to a function of the program.
#include <cstddef>
#include <cstdlib>

#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/host/own_memory.h"

#define CALLER __builtin_return_address(0)

namespace {

using namespace cudalab::emulator;

using comparison = int (*)(const void*, const void*);

/// The program's function may store where the program may, but not above this frame: the library's
/// frames are there.
int compare_below_library(const void* a, const void* b, void* function) {
  const stack_of_callback below(__builtin_frame_address(0));
  return reinterpret_cast<comparison>(function)(a, b);
}

} // namespace

extern "C" {

void cudalab_qsort(void* all, std::size_t count, std::size_t bytes, comparison compare) {
  std::size_t together = 0;
  if (__builtin_mul_overflow(count, bytes, &together))
    together = SIZE_MAX;
  if (together != 0) {
    touched(all, access_bytes(together), access_kind::read, 1, CALLER);
    touched(all, access_bytes(together), access_kind::write, 1, CALLER);
  }
  qsort_r(all, count, bytes, compare_below_library, reinterpret_cast<void*>(compare));
}

void* cudalab_bsearch(const void* key, const void* all, std::size_t count, std::size_t bytes,
                      comparison compare) {
  const auto* begin = static_cast<const std::byte*>(all);
  while (count > 0) {
    const std::byte* const middle = begin + count / 2 * bytes;
    const int order = compare_below_library(key, middle, reinterpret_cast<void*>(compare));
    if (order == 0)
      return const_cast<std::byte*>(middle);
    if (order > 0) {
      begin = middle + bytes;
      --count;
    }
    count /= 2;
  }
  return nullptr;
}

} // extern "C"
