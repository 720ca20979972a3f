// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whose code was interrupted.
#pragma once

#include <cstdint>

// The linker's names for the program's own code.
extern "C" const char __ehdr_start, etext;

namespace cudalab::emulator {

/// Whether this is the program's own code, and no library's: the C library may hold a lock.
inline bool in_program(std::uintptr_t pc) {
  return pc >= reinterpret_cast<std::uintptr_t>(&__ehdr_start) &&
         pc < reinterpret_cast<std::uintptr_t>(&etext);
}

} // namespace cudalab::emulator
