// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "emulator/runtime/blocks/occupancy.h"

using namespace cudalab::emulator;

namespace {

void check(const block_needs& needs, unsigned blocks, occupancy_limiter limiter) {
  const occupancy found = occupancy_of(needs);
  CHECK(found.blocks == blocks);
  CHECK(found.limiter == limiter);
}

} // namespace

TEST_CASE("what limits the blocks on a multiprocessor") {
  check({.threads = 32}, 32, occupancy_limiter::blocks);
  check({.threads = 64}, 32, occupancy_limiter::blocks);
  check({.threads = 65}, 21, occupancy_limiter::threads); // three whole warps
  check({.threads = 256}, 8, occupancy_limiter::threads);
  check({.threads = 1024}, 2, occupancy_limiter::threads);
  check({.threads = 128, .shared_bytes = 47 * 1024}, 4, occupancy_limiter::shared_memory);
  check({.threads = 128, .shared_bytes = 227 * 1024}, 1, occupancy_limiter::shared_memory);
  check({.threads = 256, .registers_per_thread = 32}, 8, occupancy_limiter::threads);
  check({.threads = 256, .registers_per_thread = 33}, 6, occupancy_limiter::registers);
  check({.threads = 1024, .registers_per_thread = 128}, 0, occupancy_limiter::registers);
}
