// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/repeated_pages.h"

#include <algorithm>

#include <sys/mman.h>

namespace cudalab::emulator {

namespace {

void* map_at(void* begin, std::size_t bytes, int how) {
  return mmap(begin, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_FIXED | how, -1, 0);
}

} // namespace

bool repeat_pages(void* begin, std::size_t bytes, std::size_t period) {
  if (map_at(begin, std::min(bytes, period), MAP_SHARED) == MAP_FAILED)
    return false;
  for (std::size_t at = period; at < bytes; at += period) {
    // An old size of 0 leaves the pages where they are, and maps them once more.
    void* const again = mremap(begin, 0, std::min(period, bytes - at),
                               MREMAP_MAYMOVE | MREMAP_FIXED, static_cast<std::byte*>(begin) + at);
    if (again == MAP_FAILED)
      return false;
  }
  return true;
}

void give_own_pages(void* begin, std::size_t bytes) {
  map_at(begin, bytes, MAP_PRIVATE | MAP_NORESERVE);
}

} // namespace cudalab::emulator
