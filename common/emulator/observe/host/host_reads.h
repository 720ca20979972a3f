// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What host code reads of memory that both sides can use, after a kernel wrote it there: it comes
/// from the device as if it had been copied.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/observe/host/unfinished_use.h"

namespace cudalab::emulator {

class host_reads {
public:
  /// @param written what kernels wrote; must outlive this
  host_reads(std::size_t device_bytes, const host_visible_touches& written)
      : written_(written), counted_(device_bytes) {}

  /// Bytes of the range that a kernel wrote and that host code has not read since, in steps of 4.
  std::size_t fresh(std::uint64_t offset, std::uint32_t bytes);

private:
  const host_visible_touches& written_;
  host_visible_touches counted_; ///< the kernel whose value was read last
};

/// Host code reads managed or pinned memory: adds to bytes_copied_to_host().
void count_host_read(std::uint64_t offset, std::uint32_t bytes);

} // namespace cudalab::emulator
