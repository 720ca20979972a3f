// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How many blocks of a kernel are on the device at once. The limits of a multiprocessor are those
/// of compute capability 9.0 (CUDA C++ Programming Guide, "Compute Capabilities").
#pragma once

#include <cstddef>
#include <cstdint>

namespace cudalab::emulator {

inline constexpr unsigned threads_per_multiprocessor = 2048;
inline constexpr unsigned blocks_per_multiprocessor = 32;
inline constexpr unsigned registers_per_multiprocessor = 64 * 1024;
inline constexpr std::size_t shared_bytes_per_multiprocessor = 228 * 1024;
/// What the system takes of shared memory for each block.
inline constexpr std::size_t reserved_shared_bytes_per_block = 1024;

/// What one block needs.
struct block_needs {
  unsigned threads = 1;
  std::size_t shared_bytes = 0;      ///< static and dynamic
  unsigned registers_per_thread = 0; ///< 0: not known, so no limit
};

enum class occupancy_limiter { blocks, threads, shared_memory, registers };

struct occupancy {
  unsigned blocks = 0; ///< on one multiprocessor; 0: not even one fits
  occupancy_limiter limiter = occupancy_limiter::blocks;
};

/// Of several limits that allow the same number, the first in the order of occupancy_limiter.
occupancy occupancy_of(const block_needs& needs);

/// Multiprocessors of this device: one for each OS thread that runs blocks, as far as there are
/// stacks for all their threads.
unsigned multiprocessors();

/// The largest grid of a cooperative launch.
std::uint64_t most_resident_blocks(const block_needs& needs);

} // namespace cudalab::emulator
