// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/fiber_stacks.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <sys/mman.h>

namespace cudalab::emulator {

namespace {

std::size_t mappings_of_a_process() {
  std::size_t limit = 65530; // Linux's default
  std::ifstream("/proc/sys/vm/max_map_count") >> limit;
  return limit;
}

} // namespace

fiber_stacks& fiber_stacks::instance() {
  static fiber_stacks& stacks = *new fiber_stacks; // outlives OS threads that run until the exit
  return stacks;
}

fiber_stacks::fiber_stacks() {
  // A quarter of the mappings is left to the rest of the process.
  const std::size_t affordable = mappings_of_a_process() / 4 * 3 / (2 * max_threads_per_block);
  owners_ = std::clamp<std::size_t>(affordable, 1, max_owners);
  for (;; owners_ /= 2) {
    const std::size_t bytes = owners_ * max_threads_per_block * slot_bytes;
    void* range =
        mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range != MAP_FAILED) {
      begin_ = static_cast<std::byte*>(range);
      end_ = begin_ + bytes;
      usable_ = std::make_unique<std::atomic<bool>[]>(size());
      return;
    }
    if (owners_ == 1)
      throw std::runtime_error("the emulated device finds no room for its threads' stacks");
  }
}

void* fiber_stacks::commit(std::size_t index) {
  std::byte* slot = begin_ + index * slot_bytes;
  if (!usable_[index].load(std::memory_order_relaxed) &&
      mprotect(slot + page_bytes, slot_bytes - page_bytes, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  usable_[index].store(true, std::memory_order_relaxed);
  // Stacks lie whole pages apart, so their tops would share a few sets of the cache. Five cache
  // lines further for each stack spreads them.
  const std::size_t colour = index * 320 % page_bytes;
  return slot + slot_bytes - colour;
}

bool on_thread_stack(const void* address) {
  return fiber_stacks::contains(address);
}

} // namespace cudalab::emulator
