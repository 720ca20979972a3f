// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/shadow_memory.h"

#include <algorithm>
#include <cstring>

#include "emulator/runtime/memory/repeated_pages.h"

namespace cudalab::emulator {

namespace {

/// The whole pages of a long range, of which most are never looked at: they need not be there. Of
/// no bytes when the range is short.
struct long_range {
  long_range(std::uint8_t* from, std::size_t count) : begin(from) {
    constexpr std::size_t is_long = std::size_t{64} << 20;
    const std::size_t before = -reinterpret_cast<std::uintptr_t>(from) % page_bytes;
    if (count < is_long)
      return;
    begin = from + before;
    bytes = (count - before) / page_bytes * page_bytes;
  }
  std::uint8_t* begin;
  std::size_t bytes = 0;
};

/// For memory that was just given out.
void fill(std::uint8_t* begin, std::size_t bytes, std::uint8_t state) {
  const long_range inside(begin, bytes);
  if (inside.bytes == 0 || !fill_repeated(inside.begin, inside.bytes, state))
    return void(std::memset(begin, state, bytes));
  std::fill(begin, inside.begin, state);
  std::fill(inside.begin + inside.bytes, begin + bytes, state);
}

void clear(std::uint8_t* begin, std::size_t bytes) {
  const long_range inside(begin, bytes);
  if (inside.bytes != 0)
    give_own_pages(inside.begin, inside.bytes);
  std::fill(begin, inside.begin, std::uint8_t{0});
  std::fill(inside.begin + inside.bytes, begin + bytes, std::uint8_t{0});
}

} // namespace

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
  mark_ranges(memory_.begin(), memory_.reserved_bytes());
}

/// After what is known of those bytes was set anew.
void shadow_memory::mark_ranges(const std::byte* begin, std::size_t bytes) {
  const auto mark = [&](const ranges& all, std::uint8_t as) {
    for (const auto& [range, count] : all) {
      std::uint8_t* const first = at(std::max(begin, range));
      std::uint8_t* const last = at(std::min(begin + bytes, range + count));
      for (std::uint8_t* each = first; each < last; ++each)
        *each |= as;
    }
  };
  mark(outputs_, output_byte);
  mark(inputs_, input_byte);
}

void shadow_memory::allocated(const allocation& made) {
  settle();
  if (made.period != 0)
    repeat_pages(at(made.begin), made.bytes, made.period);
  fill(at(made.begin), made.own_bytes(), is_filled(made.kind) ? good : allocated_byte);
}

void shadow_memory::freed(const allocation& gone) {
  if (gone.period != 0)
    give_own_pages(at(gone.begin), gone.bytes);
  else
    clear(at(gone.begin), gone.bytes);
  for (ranges* const each : {&outputs_, &inputs_})
    each->erase(each->lower_bound(gone.begin), each->lower_bound(gone.end()));
}

void shadow_memory::written(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), good, bytes);
  mark_ranges(begin, bytes);
}

void shadow_memory::copied(const std::byte* to, const std::byte* from, std::size_t bytes) {
  settle();
  std::memmove(at(to), at(from), bytes);
  if (outputs_.empty() && inputs_.empty())
    return;
  for (std::size_t i = 0; i < bytes; ++i) // whether it is an output or an input goes by the place
    at(to)[i] &= static_cast<std::uint8_t>(~(output_byte | input_byte));
  mark_ranges(to, bytes);
}

void shadow_memory::forgotten(const std::byte* begin, std::size_t bytes) {
  settle();
  std::memset(at(begin), allocated_byte, bytes);
  mark_ranges(begin, bytes);
}

void shadow_memory::only_written(const std::byte* begin, std::size_t bytes) {
  outputs_[begin] = bytes;
  mark_ranges(begin, bytes);
}

void shadow_memory::only_read(const std::byte* begin, std::size_t bytes) {
  inputs_[begin] = bytes;
  mark_ranges(begin, bytes);
}

} // namespace cudalab::emulator
