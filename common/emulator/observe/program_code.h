// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Code addresses of the program in 32 bits, to keep shadow memory small.
#pragma once

#include <cstdint>

/// The linker's name for the first byte of the program.
extern "C" const char __executable_start;

namespace cudalab::emulator {

inline std::uint32_t short_pc(const void* pc) {
  return static_cast<std::uint32_t>(static_cast<const char*>(pc) - &__executable_start);
}

inline const void* long_pc(std::uint32_t pc) {
  return &__executable_start + pc;
}

/// The address of which only the lower half is known.
inline const void* place_in_code(std::uint32_t lower_half) {
  const auto start =
      static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&__executable_start));
  return long_pc(lower_half - start);
}

} // namespace cudalab::emulator
