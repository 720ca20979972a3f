// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/overflowed_offset.h"

#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

/// Somebody went a little too far there. (An array of more than 2^32 bytes makes every address
/// before it one that an overflow may have made.)
bool is_just_behind_an_array(const std::byte* address) {
  const std::optional<allocation> nearest = device_memory::instance().nearest_live(address);
  return nearest && address >= nearest->end() && address < nearest->end() + device_memory::gap;
}

} // namespace

std::optional<overflowed_offset> overflow_at(std::uint64_t offset, std::uint32_t bytes) {
  constexpr std::uint64_t past_an_int = std::uint64_t{1} << 31;
  const device_memory& memory = device_memory::instance();
  if (memory.find(memory.begin() + offset) || is_just_behind_an_array(memory.begin() + offset))
    return {};
  for (const std::uint32_t unit : {1u, bytes}) {
    const std::uint64_t meant = offset + 2 * past_an_int * unit;
    const std::byte* const address = memory.begin() + meant;
    const std::optional<allocation> array = memory.find(address);
    if (array && static_cast<std::uint64_t>(address - array->begin) >= past_an_int * unit)
      return overflowed_offset{meant, unit == 1};
  }
  return {};
}

} // namespace cudalab::emulator
