// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/memory/repeated_pages.h"

#include <algorithm>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

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

bool fill_repeated(void* begin, std::size_t bytes, std::uint8_t byte) {
  constexpr std::size_t period = std::size_t{4} << 20;
  rlimit longest{};
  if (getrlimit(RLIMIT_FSIZE, &longest) != 0 || longest.rlim_cur < period)
    return false; // to write more would end the program
  const std::vector<std::uint8_t> pages(std::min(bytes, period), byte);
  // (A sandbox may refuse memfd_create, and has a /tmp of its own.)
  const int file = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  bool done = file >= 0 && write(file, pages.data(), pages.size()) == ssize_t(pages.size());
  for (std::size_t at = 0; at < bytes && done; at += period)
    done = mmap(static_cast<std::byte*>(begin) + at, std::min(period, bytes - at),
                PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE | MAP_FIXED, file,
                0) != MAP_FAILED;
  if (file >= 0)
    close(file); // the mappings keep it
  return done;
}

void give_own_pages(void* begin, std::size_t bytes) {
  map_at(begin, bytes, MAP_PRIVATE | MAP_NORESERVE);
}

} // namespace cudalab::emulator
