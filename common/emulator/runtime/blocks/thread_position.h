// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sets threadIdx and the others. For device code they are const; here, and only here, they are
/// not.
#pragma once

#include <cstdint>

#include "emulator/runtime/execution.h"

extern "C" {
extern __thread cudalab::emulator::index3 cudalab_threadIdx;
extern __thread cudalab::emulator::index3 cudalab_blockIdx;
extern __thread cudalab::emulator::index3 cudalab_blockDim;
extern __thread cudalab::emulator::index3 cudalab_gridDim;
}

namespace cudalab::emulator {

inline void set_launch_position(const index3& grid, const index3& block) {
  cudalab_gridDim = grid;
  cudalab_blockDim = block;
}
inline void set_block_position(const index3& block) {
  cudalab_blockIdx = block;
}
inline void set_thread_position(const index3& thread) {
  cudalab_threadIdx = thread;
}

/// One of the four, as this OS thread has them.
inline bool is_position(const void* address) {
  const auto in = [address](const index3& one) {
    return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(&one) <
           sizeof one;
  };
  return in(cudalab_threadIdx) || in(cudalab_blockIdx) || in(cudalab_blockDim) ||
         in(cudalab_gridDim);
}

} // namespace cudalab::emulator
