// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/block_cell.h"

#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

bool clash(const global_touch& one, const global_touch& other, const block_moments& moments) {
  if (!one || !other || one.thread == other.thread ||
      !clash_within_block(one.role(), other.role()) || (one.mask & other.mask) == 0)
    return false;
  const block_moment &before = moments[one.moment], &now = moments[other.moment];
  return before.epoch == now.epoch &&
         !(same_warp(one.thread, other.thread) && before.warp_epoch < now.warp_epoch);
}

} // namespace

TEST_CASE("two accesses a cell are enough to find that two threads of a block clash") {
  // With warp barriers three would be needed: a writer, and two readers that it is ordered before.
  bool warp_barriers = false;
  SUBCASE("block barriers only") {}
  SUBCASE("warp barriers: what is found is there") {
    warp_barriers = true;
  }
  std::mt19937 chance(3);
  const touch_role roles[] = {touch_role::read, touch_role::read, touch_role::write,
                              touch_role::atomic_write};
  for (int round = 0; round < 20000; ++round) {
    block_moments moments;
    block_cell cell;
    std::uint32_t epoch = 1, warp_epochs[2] = {};
    std::vector<global_touch> all;
    bool expected = false, found = false;
    for (int i = 0; i < 8; ++i) {
      if (chance() % 8 == 0)
        ++epoch;
      if (warp_barriers && chance() % 4 == 0)
        ++warp_epochs[chance() % 2];
      const std::uint32_t threads[] = {0, 1, 2, 32, 33};
      global_touch now;
      now.thread = threads[chance() % 5];
      now.mask = 0xF;
      now.role_bits = static_cast<std::uint32_t>(roles[chance() % 4]);
      const std::uint32_t warp = now.thread / warp_size;
      now.moment = moments.number_of(warp, {epoch, warp_epochs[warp], 0});
      for (const global_touch& known : all)
        expected |= clash(known, now, moments);
      for (const global_touch& known : cell.touches)
        found |= clash(known, now, moments);
      block_cell_rules::add(cell, now, moments);
      all.push_back(now);
      REQUIRE((found == expected || (warp_barriers && expected)));
    }
  }
}
