// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Code addresses of the program in 32 bits, to keep shadow memory small.
#pragma once

#include <cstdint>

/// The linker's name for the first byte of the program. (__executable_start is gold's name for the
/// constants, where they have a segment of their own.)
extern "C" const char __ehdr_start;

namespace cudalab::emulator {

inline std::uint32_t short_pc(const void* pc) {
  return static_cast<std::uint32_t>(static_cast<const char*>(pc) - &__ehdr_start);
}

inline const void* long_pc(std::uint32_t pc) {
  return &__ehdr_start + pc;
}

/// The address of which only the lower half is known.
inline const void* place_in_code(std::uint32_t lower_half) {
  const auto start = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&__ehdr_start));
  return long_pc(lower_half - start);
}

} // namespace cudalab::emulator
