// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/pointer_holder.h"

#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "emulator/observe/symbols/variables.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/number_words.h"

namespace cudalab::emulator {

namespace {

/// An index goes no further behind the begin of an array.
constexpr std::uint64_t most_behind = std::uint64_t{1} << 30;
/// Nobody waits longer for the answer.
constexpr std::size_t most_searched = std::size_t{64} << 20;

/// Of all words that may be the pointer, the one that lies nearest before the address.
class nearest_word {
public:
  explicit nearest_word(std::uint64_t address) : address_(address) {}

  /// @return whether one of these aligned words is nearer than all before. @param at gets its place
  bool look_at(const std::byte* begin, std::size_t bytes, std::size_t& at) {
    bool found = false;
    for (std::size_t i = 0; i + sizeof(std::uint64_t) <= bytes; i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, begin + i, sizeof word);
      if (word > address_ || address_ - word >= distance_)
        continue;
      distance_ = address_ - word;
      at = i;
      found = true;
    }
    return found;
  }

private:
  std::uint64_t address_, distance_ = most_behind;
};

std::string behind_begin(std::size_t bytes) {
  return bytes == 0 ? "at its begin" : fmt::format("{} behind its begin", counted(bytes, "byte"));
}

} // namespace

std::string holder_of_pointer(std::uint64_t address, const launch_record& launch) {
  nearest_word nearest(address);
  std::string words;
  std::size_t number = 0, at = 0;
  bool is_argument = false;
  for (const argument_place& each : launch.argument_places) {
    ++number;
    if (!nearest.look_at(launch.arguments + each.offset, each.bytes, at))
      continue;
    is_argument = true;
    words = each.bytes == sizeof(void*)
                ? ""
                : fmt::format("argument {}, a structure of {}, {}", number,
                              counted(each.bytes, "byte"), behind_begin(at));
  }
  if (is_argument)
    return words;
  const device_memory& memory = device_memory::instance();
  std::size_t searched = 0;
  for (const allocation& each : memory.live(true)) {
    searched += each.own_bytes();
    if (searched > most_searched)
      return words;
    if (nearest.look_at(each.content, each.own_bytes(), at))
      words = fmt::format("{}, {}",
                          name_object(memory_space::global,
                                      static_cast<std::uint64_t>(each.begin - memory.begin()), 8,
                                      nullptr)
                              .variable,
                          behind_begin(at));
  }
  return words;
}

} // namespace cudalab::emulator
