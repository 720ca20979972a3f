// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A barrier that is an object in memory (cuda::barrier): what it holds in its 8 bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cudalab::emulator::async {

struct barrier_fields {
  std::uint32_t missing = 0;  ///< arrivals until the phase ends
  std::uint32_t expected = 0; ///< arrivals in the phases that follow
  std::int32_t bytes = 0;     ///< of copies that the phase waits for; they may be copied first
  std::uint32_t phase = 0;    ///< in a circle of `phases`

  static constexpr unsigned phases = 8;
  static constexpr std::ptrdiff_t most_arrivals = (1 << 20) - 1;

  static barrier_fields of(std::uint64_t state);
  std::uint64_t state() const;
};

/// A copy has brought so many bytes that a phase waits for.
/// @param site the student's line
void count_copied_bytes(void* barrier, std::ptrdiff_t bytes, const void* site);

} // namespace cudalab::emulator::async
