// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the lanes of a warp can do together, and what each of them gets from it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Calls use(lane) for each lane of the set.
template <class Use>
void for_each_lane(std::uint32_t lanes, const Use& use) {
  for (; lanes != 0; lanes &= lanes - 1)
    use(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// "__shfl_down_sync()"
const char* name_of(collective what);

/// What a lane gives and takes in a shuffle of more than 8 bytes.
struct wide_value {
  std::array<std::byte, 32> given, taken;
};

struct matrix_part; // warp_matrices.h

/// What one lane brings, and takes away.
struct lane_part {
  collective what = collective::barrier;
  std::uint8_t source = 0; ///< of a shuffle: the lane that this one reads
  std::uint64_t value = 0;
  std::uint64_t result = 0;
  wide_value* wide = nullptr;   ///< of a shuffle: what counts in place of value and result
  const char* called = nullptr; ///< the student's name for it; null: name_of(what)
  const matrix_part* matrix = nullptr;

  const char* name() const { return called != nullptr ? called : name_of(what); }
};

/// What a shuffle gives that reads a lane which does not take part: nothing is promised. As the
/// bytes of shared memory that nobody wrote: noticeable, but a number. Lanes with odd numbers get a
/// negative one, as a minimum hides what is large, and a maximum what is small.
inline constexpr std::uint64_t absent_value = 0x4141414141414141;
inline constexpr std::uint64_t absent_value_for(unsigned lane) {
  return lane % 2 == 0 ? absent_value : absent_value | 0x8080808080808080;
}

/// The lane that `lane` reads, by the rules of PTX's shfl: in its segment of `width` lanes, and
/// itself where the result would lie outside. @param operand the lane, delta or lane mask
unsigned source_lane(collective how, unsigned lane, unsigned operand, int width);

/// Sets the results of lanes `came`. @param parts of the 32 lanes of the warp
void combine(collective what, std::uint32_t came, lane_part* parts);

/// A shuffle of up to 8 bytes by the current thread, for types of CUDA headers.
/// @param site return address of the library's function: the student's line
std::uint64_t shuffle_bits(collective how, std::uint32_t mask, std::uint64_t value,
                           unsigned operand, int width, const void* site);

} // namespace cudalab::emulator
