// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/host_allocations.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>

#include "emulator/emulator.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/symbols/source_lines.h"

namespace cudalab::emulator {

namespace {

constinit std::atomic<bool> watched = false;

struct books {
  std::mutex mutex;
  std::map<const void*, host_allocation> live;
};

// Nothing is freed while the lock is held: operator delete below comes here, too.

books& all() {
  static auto& only = *new books;
  return only;
}

bool in_system_header(const source_place& place) {
  return place.file.rfind("/usr/", 0) == 0;
}

} // namespace

void watch_host_allocations() {
  std::map<const void*, host_allocation> old;
  const std::lock_guard lock(all().mutex);
  old.swap(all().live);
  watched = true;
}

std::map<const void*, host_allocation> end_host_allocations() {
  std::map<const void*, host_allocation> left;
  {
    const std::lock_guard lock(all().mutex);
    watched = false;
    left.swap(all().live);
  }
  std::erase_if(left, [](const auto& each) {
    const source_place place = place_of(each.second.made_by);
    return place.line == 0 || in_system_header(place) || in_emulator(place);
  });
  return left;
}

std::map<const void*, host_allocation> live_host_allocations() {
  const std::lock_guard lock(all().mutex);
  return all().live;
}

void host_allocated(const void* memory, std::size_t bytes, const void* caller) {
  if (!watched.load(std::memory_order_relaxed) || memory == nullptr)
    return;
  const std::lock_guard lock(all().mutex);
  all().live[memory] = {caller, bytes};
}

void host_freed(const void* memory) {
  if (!watched.load(std::memory_order_relaxed) || memory == nullptr)
    return;
  std::map<const void*, host_allocation>::node_type old; // goes when the lock is open again
  const std::lock_guard lock(all().mutex);
  old = all().live.extract(memory);
}

} // namespace cudalab::emulator

// Code of the standard library frees what a program's code has allocated: `delete stream` of a
// std::ifstream is a virtual destructor there. Weak: a program may have its own.
[[gnu::weak]] void operator delete(void* memory) noexcept {
  cudalab::emulator::host_freed(memory);
  cudalab::emulator::own_memory_ends(memory);
  std::free(memory);
}
[[gnu::weak]] void operator delete(void* memory, std::size_t) noexcept {
  ::operator delete(memory);
}
