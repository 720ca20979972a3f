// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The arithmetic of texture fetching, as the appendix of the CUDA C++ Programming Guide has it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulator/include/cudalab/texture_types.h"

namespace cudalab::emulator {

/// The element for a number outside of 0 ... size-1. @return -1: the border
std::int64_t element_in(std::int64_t element, std::size_t size, cudaTextureAddressMode mode);

/// One side of a fetch: the element, or two and how much the second counts.
struct taps {
  std::int64_t first = 0, second = 0; ///< -1: the border
  float second_part = 0;
};
/// @param coordinate in elements. Without filter: the element that it lies in. With one: the two
/// whose middles it lies between; the part has 8 bits behind the point.
taps taps_of(float coordinate, std::size_t size, cudaTextureAddressMode mode, bool filters);

/// The level of a mipmapped array that a texture reads, or two and how much the second counts.
struct level_taps {
  std::size_t first = 0, second = 0;
  float second_part = 0; ///< with 8 bits behind the point
};
/// As an H200 does it: the bias counts before the limits, and a part is cut off, not rounded.
/// @param level what was asked for, 0 the largest @param count of levels, at least 1
level_taps level_taps_of(float level, std::size_t count, const cudaTextureDesc& how);

/// One channel of an element, as 32 bits: an integer, or a floating number.
std::uint32_t channel_at(const std::byte* at, const cudaChannelFormatDesc& format, bool normalized);

/// The face of a cube that a direction goes through, and where, from 0 to 1.
struct cube_place {
  int face;
  float s, t;
};
cube_place place_on_cube(float x, float y, float z);

} // namespace cudalab::emulator
