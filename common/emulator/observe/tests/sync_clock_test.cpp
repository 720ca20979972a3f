// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/sync_clock.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using cudalab::emulator::sync_actor;
using cudalab::emulator::sync_clock;

TEST_CASE("a clock knows what was added to it or joined with it, and nothing else") {
  const sync_clock nothing;
  CHECK_FALSE(nothing);
  CHECK(nothing.passed(1) == 0);
  const sync_clock one = nothing.with({{1, 5}}), two = nothing.with({{2, 7}, {1, 3}});
  const sync_clock both = sync_clock::join(one, two);
  CHECK(both.passed(1) == 5);
  CHECK(both.passed(2) == 7);
  CHECK(both.passed(3) == 0);
  CHECK(one.passed(2) == 0);
  CHECK(sync_clock::join(both, one) == both);
  CHECK(sync_clock::join(nothing, one) == one);
}

TEST_CASE("clocks that share their past are joined as vectors of numbers are") {
  std::mt19937 chance(4);
  std::vector<sync_clock> clocks(6);
  std::vector<std::map<sync_actor, std::uint32_t>> expected(clocks.size());
  std::uint32_t tick = 0;
  for (int step = 0; step < 3000; ++step) {
    const std::size_t at = chance() % clocks.size(), from = chance() % clocks.size();
    if (chance() % 3 == 0) {
      clocks[at] = sync_clock::join(clocks[at], clocks[from]);
      for (const auto& [actor, passed] : expected[from])
        expected[at][actor] = std::max(expected[at][actor], passed);
    } else {
      // An actor's own count only grows, and its own clock knows it best.
      clocks[at] = clocks[at].with({{at, ++tick}});
      expected[at][at] = tick;
    }
    for (sync_actor actor = 0; actor < clocks.size(); ++actor)
      REQUIRE(clocks[at].passed(actor) == expected[at][actor]);
  }
}

TEST_CASE("a long chain of releases is searched, joined and destroyed") {
  constexpr std::uint32_t length = 200000;
  sync_clock lock;
  for (std::uint32_t i = 1; i <= length; ++i)
    lock = lock.with({{i, i}});
  for (std::uint32_t i = 1; i <= length; i += 997)
    REQUIRE(lock.passed(i) == i);
  CHECK(lock.passed(length + 1) == 0);
  const sync_clock more = sync_clock::join(sync_clock().with({{length + 1, 1}}), lock);
  CHECK(more.passed(1) == 1);
  CHECK(more.passed(length + 1) == 1);
}

TEST_CASE("a table that nobody else needs is replaced by a newer one while it is searched") {
  sync_clock lock;
  std::uint32_t tick = 0;
  for (int table = 0; table < 20; ++table) {
    for (int i = 0; i < 300; ++i, ++tick)
      lock = lock.with({{tick, tick + 1}});
    for (std::uint32_t actor = 0; actor < tick; actor += 7)
      REQUIRE(lock.passed(actor) == actor + 1);
    REQUIRE(lock.passed(tick) == 0); // makes the table
  }
}

TEST_CASE("a clock is joined with one that went on from it long ago") {
  sync_clock before;
  for (std::uint32_t i = 0; i < 600; ++i)
    before = before.with({{i, i + 1}});
  sync_clock after = before;
  for (std::uint32_t i = 0; i < 2000; ++i) // too far back to be seen as the same past
    after = after.with({{600 + i % 3, i + 1}});
  before = before.with({{5000, 1}, {5001, 1}, {5002, 1}, {5003, 1}});
  for (const sync_clock& both :
       {sync_clock::join(before, after), sync_clock::join(after, before)}) {
    CHECK(both.passed(0) == 1);
    CHECK(both.passed(599) == 600);
    CHECK(both.passed(601) == 2000);
    CHECK(both.passed(5003) == 1);
  }
}
