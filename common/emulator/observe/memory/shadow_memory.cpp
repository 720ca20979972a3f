// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/shadow_memory.h"

#include <cstring>

#include "emulator/runtime/memory/repeated_pages.h"

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
    std::memset(at(each.begin), good, each.own_bytes());
}

void shadow_memory::settle() {
  if (!blind_.exchange(false))
    return;
  for (const allocation& each : memory_.live(true))
    std::memset(at(each.begin), good, each.own_bytes());
  mark_ranges();
}

/// After what is known of bytes was set anew.
void shadow_memory::mark_ranges() {
  const auto mark = [this](const ranges& all, std::uint8_t as) {
    for (const auto& [begin, bytes] : all)
      for (std::size_t i = 0; i < bytes; ++i)
        at(begin)[i] |= as;
  };
  mark(outputs_, output_byte);
  mark(inputs_, input_byte);
}

void shadow_memory::allocated(const allocation& made) {
  settle();
  if (made.period != 0)
    repeat_pages(at(made.begin), made.bytes, made.period);
  std::memset(at(made.begin), is_filled(made.kind) ? good : allocated_byte, made.own_bytes());
}

void shadow_memory::freed(const allocation& gone) {
  if (gone.period != 0)
    give_own_pages(at(gone.begin), gone.bytes);
  else
    std::memset(at(gone.begin), 0, gone.bytes);
  for (ranges* const each : {&outputs_, &inputs_})
    each->erase(each->lower_bound(gone.begin), each->lower_bound(gone.end()));
}

void shadow_memory::written(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), good, bytes);
  mark_ranges();
}

void shadow_memory::copied(const std::byte* to, const std::byte* from, std::size_t bytes) {
  settle();
  std::memmove(at(to), at(from), bytes);
  if (outputs_.empty() && inputs_.empty())
    return;
  for (std::size_t i = 0; i < bytes; ++i) // whether it is an output or an input goes by the place
    at(to)[i] &= static_cast<std::uint8_t>(~(output_byte | input_byte));
  mark_ranges();
}

void shadow_memory::forgotten(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), allocated_byte, bytes);
  mark_ranges();
}

void shadow_memory::only_written(const std::byte* begin, std::size_t bytes) {
  outputs_[begin] = bytes;
  mark_ranges();
}

void shadow_memory::only_read(const std::byte* begin, std::size_t bytes) {
  inputs_[begin] = bytes;
  mark_ranges();
}

} // namespace cudalab::emulator
