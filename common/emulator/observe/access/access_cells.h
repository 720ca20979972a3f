// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The cells of 4 bytes that an access touches.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Calls use(offset, mask) for each; a bit of the mask a byte.
template <class Use>
void for_cells(const access& seen, const Use& use) {
  const std::uint64_t end = seen.offset + seen.bytes;
  for (std::uint64_t at = seen.offset; at < end;) {
    const std::uint64_t next = std::min(end, at / 4 * 4 + 4);
    use(at, static_cast<std::uint8_t>(((1u << (next - at)) - 1) << (at % 4)));
    at = next;
  }
}

inline bool is_whole_cell(const access& seen) {
  return seen.bytes == 4 && seen.offset % 4 == 0;
}

/// The read that an atomic operation begins with: the write that follows stands for both.
inline bool is_half(const access& seen) {
  return seen.atomic() && seen.kind == access_kind::read;
}

} // namespace cudalab::emulator
