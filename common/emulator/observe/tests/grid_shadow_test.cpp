// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/grid_shadow.h"

#include <barrier>
#include <thread>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

constexpr std::uint64_t cells = 4096;

global_touch touch_once(grid_shadow& shadow, std::uint32_t block, touch_role role) {
  global_touch made;
  made.moment = shadow.moments().add({block, 0, 0, 0});
  made.mask = 0xF;
  made.role_bits = static_cast<std::uint32_t>(role);
  return made;
}

/// Each block reads every cell but those of which it writes one in seven.
void run_block(grid_shadow& shadow, std::uint32_t block) {
  const global_touch reads = touch_once(shadow, block, touch_role::read),
                     writes = touch_once(shadow, block, touch_role::write);
  for (std::uint64_t cell = 0; cell < cells; ++cell)
    shadow.touched(4 * cell, cell % 7 == block ? writes : reads, nullptr);
}

using clashes = std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>>;

clashes clashes_of(grid_shadow& shadow) {
  clashes found;
  shadow.judge([&](const grid_shadow::clash& each) {
    found.emplace_back(each.offset, each.one_block, each.writer_block);
  });
  shadow.forget();
  return found;
}

} // namespace

TEST_CASE("blocks that run at the same time leave what they leave one after the other") {
  constexpr std::uint32_t blocks = 4;
  grid_shadow shadow(4 * cells);
  for (std::uint32_t block = 0; block < blocks; ++block)
    run_block(shadow, block);
  const clashes expected = clashes_of(shadow);
  CHECK(expected.size() > cells / 2);
  for (int round = 0; round < 200; ++round) {
    std::barrier<> start(blocks);
    std::vector<std::jthread> all;
    for (std::uint32_t block = 0; block < blocks; ++block)
      all.emplace_back([&, block] {
        start.arrive_and_wait();
        run_block(shadow, block);
      });
    all.clear(); // waits
    CHECK(clashes_of(shadow) == expected);
  }
}
