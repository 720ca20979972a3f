// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/shadow_memory.h"

#include <cstring>

namespace cudalab::emulator {

memory_state& memory_state::instance() {
  static memory_state* const state = [] {
    device_memory& memory = device_memory::instance();
    auto* made = new memory_state(memory); // listens until the very end of the process
    memory.listen(made);
    return made;
  }();
  return *state;
}

memory_state::memory_state(const device_memory& memory)
    : memory_(memory), bytes_(memory.reserved_bytes()) {
  for (const allocation& each : memory.live(true))
    std::memset(at(each.begin), good, each.bytes);
}

void memory_state::settle() {
  if (!blind_.exchange(false))
    return;
  for (const allocation& each : memory_.live(true))
    std::memset(at(each.begin), good, each.bytes);
}

void memory_state::allocated(const allocation& made) {
  settle();
  std::memset(at(made.begin), is_filled(made.kind) ? good : allocated_byte, made.bytes);
}

void memory_state::freed(const allocation& gone) {
  std::memset(at(gone.begin), 0, gone.bytes);
}

void memory_state::written(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), good, bytes);
}

void memory_state::copied(const std::byte* to, const std::byte* from, std::size_t bytes) {
  settle();
  std::memmove(at(to), at(from), bytes);
}

void memory_state::forgotten(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), allocated_byte, bytes);
}

} // namespace cudalab::emulator
