// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cooperative_groups::memcpy_async(). Never inlined: the return address is the student's line.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "emulator/include/cudalab/groups/group_functions.h"
#include "emulator/runtime/blocks/library_access.h"

namespace cudalab::emulator::groups {

namespace {

/// The largest piece that both addresses are multiples of.
std::uint32_t piece_for(const void* to, const void* from) {
  const std::uintptr_t bits =
      reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | 16;
  return 1u << std::countr_zero(bits);
}

} // namespace

[[gnu::noinline]] void copy_part(void* to, const void* from, std::size_t bytes,
                                 unsigned long long rank, unsigned long long threads) {
  const void* const site = __builtin_return_address(0);
  const auto copy = [&](std::size_t at, std::uint32_t size) {
    const std::byte* const source = static_cast<const std::byte*>(from) + at;
    std::byte* const target = static_cast<std::byte*>(to) + at;
    observe_access(source, size, access_kind::read, site);
    observe_access(target, size, access_kind::write, site);
    std::memcpy(target, source, size);
  };
  const std::uint32_t piece = piece_for(to, from);
  const std::size_t whole = bytes / piece;
  for (std::size_t i = rank; i < whole; i += threads)
    copy(i * piece, piece);
  for (std::size_t at = whole * piece + rank; at < bytes; at += threads)
    copy(at, 1);
}

} // namespace cudalab::emulator::groups
