// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/occupancy.h"

#include <algorithm>

#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/worker_pool.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

namespace {

unsigned whole_warps(unsigned threads) {
  return (threads + warp_size - 1) / warp_size * warp_size;
}

/// Registers are given to a warp in pieces of 256.
unsigned registers_of(const block_needs& needs) {
  constexpr unsigned piece = 256;
  const unsigned of_warp = (needs.registers_per_thread * warp_size + piece - 1) / piece * piece;
  return of_warp * (whole_warps(needs.threads) / warp_size);
}

} // namespace

occupancy occupancy_of(const block_needs& needs) {
  occupancy result{blocks_per_multiprocessor, occupancy_limiter::blocks};
  const auto limit = [&](std::size_t blocks, occupancy_limiter by) {
    if (blocks < result.blocks)
      result = {static_cast<unsigned>(blocks), by};
  };
  limit(threads_per_multiprocessor / std::max(whole_warps(needs.threads), warp_size),
        occupancy_limiter::threads);
  limit(shared_bytes_per_multiprocessor / (needs.shared_bytes + reserved_shared_bytes_per_block),
        occupancy_limiter::shared_memory);
  if (needs.registers_per_thread != 0)
    limit(registers_per_multiprocessor / registers_of(needs), occupancy_limiter::registers);
  return result;
}

unsigned multiprocessors() {
  const std::size_t with_stacks = std::max<std::size_t>(
      1, fiber_stacks::instance().owners() * max_threads_per_block / threads_per_multiprocessor);
  return static_cast<unsigned>(std::min(worker_pool::instance().size(), with_stacks));
}

std::uint64_t most_resident_blocks(const block_needs& needs) {
  return std::uint64_t{occupancy_of(needs).blocks} * multiprocessors();
}

} // namespace cudalab::emulator
