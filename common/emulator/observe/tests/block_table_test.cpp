// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/block_table.h"

#include <doctest/doctest.h>

TEST_CASE("a block's table grows, finds and forgets") {
  cudalab::emulator::block_table<int> table;
  for (int round = 0; round < 3; ++round) {
    for (int key = 0; key < 5000; ++key) {
      const auto [value, fresh] = table.at(static_cast<std::uint64_t>(key) * 977);
      REQUIRE(fresh);
      *value = key + round;
    }
    for (int key = 0; key < 5000; ++key) {
      const auto [value, fresh] = table.at(static_cast<std::uint64_t>(key) * 977);
      REQUIRE_FALSE(fresh);
      REQUIRE(*value == key + round);
    }
    CHECK(table.find_value(1) == nullptr);
    table.forget_all();
    CHECK(table.find_value(977) == nullptr);
  }
}
