// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Arrays of the host that are lent to a submission (lend_array() of emulator.h): who reads beside
/// one of them, by an index or by a copy of too many bytes, gets what belongs to nobody.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cudalab::emulator {

/// From the first to the last byte of all of them and of their marks; empty: there is none.
extern constinit std::atomic<std::uintptr_t> lent_begin, lent_end;

/// Makes a finding where the bytes are among some array's marks.
void find_read_beside(const void* where, std::size_t bytes, const void* pc);

/// Host code, or the runtime for it, reads there.
inline void read_by_host(const void* where, std::size_t bytes, const void* pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  if (address < lent_end.load(std::memory_order_relaxed) &&
      lent_begin.load(std::memory_order_relaxed) < address + bytes) [[unlikely]]
    find_read_beside(where, bytes, pc);
}

} // namespace cudalab::emulator
