// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/stored_pointers.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "emulator/runtime/memory/arrays.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

/// Nobody waits longer for the answer.
constexpr std::size_t most_searched = std::size_t{256} << 20;

/// Calls is_it for each aligned 8 bytes, until it returns true.
template <class Is>
bool any_word(const std::byte* begin, std::size_t bytes, const Is& is_it) {
  for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= bytes; at += sizeof(std::uintptr_t)) {
    std::uintptr_t word = 0;
    std::memcpy(&word, begin + at, sizeof word);
    if (is_it(word))
      return true;
  }
  return false;
}

} // namespace

bool may_have_pointer_into(const allocation& some, const launch_record& launch) {
  // Threads get theirs from the heap and keep them where they like.
  if (some.kind == memory_kind::device_heap || launch.arguments == nullptr)
    return true;
  const auto first = reinterpret_cast<std::uintptr_t>(some.begin);
  const auto points_into = [&](std::uintptr_t word) { return word - first < some.bytes; };
  if (any_word(launch.arguments, launch.argument_bytes, [&](std::uintptr_t word) {
        return points_into(word) || find_object(word) != nullptr; // a texture's memory
      }))
    return true;
  const std::vector<allocation> all = device_memory::instance().live(true);
  std::size_t bytes = 0;
  for (const allocation& each : all)
    bytes += each.own_bytes();
  return bytes > most_searched || std::any_of(all.begin(), all.end(), [&](const allocation& each) {
           return any_word(each.content, each.own_bytes(), points_into);
         });
}

} // namespace cudalab::emulator
