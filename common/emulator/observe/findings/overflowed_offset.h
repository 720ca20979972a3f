// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// An address in global memory that an overflow of 32 bits has made.
#pragma once

#include <cstdint>
#include <optional>

namespace cudalab::emulator {

struct overflowed_offset {
  std::uint64_t meant = 0; ///< the offset in device memory that it was to be
  bool of_bytes = false;   ///< a number of bytes overflowed; else one of elements
};

/// Where the access is in no array and not just behind one, and would be in the upper part of one,
/// which an int cannot count, if 2^32 were added. @param bytes of the access
std::optional<overflowed_offset> overflow_at(std::uint64_t offset, std::uint32_t bytes);

} // namespace cudalab::emulator
