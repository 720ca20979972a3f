// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What emucc writes beside accesses near members of vector objects, and beside copies
/// (emucc/vector_members.h).
#pragma once

#include <bit>
#include <cstdint>

namespace cudalab::emulator {

struct access_part {
  /// The basic block of its object file that the access stands in, one of those with such members;
  /// 0: in none of these.
  std::uint32_t block = 0;
  std::uint32_t alignment = 1; ///< that the compiler knows the address to have; 16 at most
  bool member = false;         ///< of a structure
  bool apart = false;          ///< some pointer of the function is __restrict__
  bool copied = false;         ///< by a structure's assignment: in steps of `alignment`
  bool by_bytes = false; ///< by memcpy or memset, of which a GPU's compiler knows no alignment
};

/// The lower 24 bits.
constexpr std::uint32_t packed(const access_part& part) {
  return (part.block & 0xffff) << 8 | (part.member ? 0x80u : 0) | (part.apart ? 0x40u : 0) |
         (part.copied ? 0x20u : 0) | (part.by_bytes ? 0x10u : 0) |
         static_cast<std::uint32_t>(std::countr_zero(part.alignment));
}

constexpr access_part unpacked(std::uint32_t bits) {
  return {.block = bits >> 8 & 0xffff,
          .alignment = 1u << (bits & 7),
          .member = (bits & 0x80u) != 0,
          .apart = (bits & 0x40u) != 0,
          .copied = (bits & 0x20u) != 0,
          .by_bytes = (bits & 0x10u) != 0};
}

} // namespace cudalab::emulator
