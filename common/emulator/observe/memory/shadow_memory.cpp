// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/shadow_memory.h"

#include <cstring>

namespace cudalab::emulator {

shadow_memory& shadow_memory::instance() {
  static shadow_memory* const state = [] {
    device_memory& memory = device_memory::instance();
    auto* made = new shadow_memory(memory); // listens until the very end of the process
    memory.listen(made);
    return made;
  }();
  return *state;
}

shadow_memory::shadow_memory(const device_memory& memory)
    : memory_(memory), bytes_(memory.reserved_bytes()) {
  for (const allocation& each : memory.live(true))
    std::memset(at(each.begin), good, each.bytes);
}

void shadow_memory::settle() {
  if (!blind_.exchange(false))
    return;
  for (const allocation& each : memory_.live(true))
    std::memset(at(each.begin), good, each.bytes);
}

void shadow_memory::allocated(const allocation& made) {
  settle();
  std::memset(at(made.begin), is_filled(made.kind) ? good : allocated_byte, made.bytes);
}

void shadow_memory::freed(const allocation& gone) {
  std::memset(at(gone.begin), 0, gone.bytes);
}

void shadow_memory::written(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), good, bytes);
}

void shadow_memory::copied(const std::byte* to, const std::byte* from, std::size_t bytes) {
  settle();
  std::memmove(at(to), at(from), bytes);
}

void shadow_memory::forgotten(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), allocated_byte, bytes);
}

} // namespace cudalab::emulator
