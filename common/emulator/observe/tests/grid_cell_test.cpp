// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/grid_cell.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

struct cell_of_blocks {
  race_moments moments;
  grid_cell_rules rules{moments};
  touch_pair cell;

  global_touch touch(std::uint32_t block, touch_role role, std::uint32_t mask = 0xF) {
    global_touch made;
    made.moment = moments.add({block, 0, 0, 0});
    made.role_bits = static_cast<std::uint32_t>(role);
    made.mask = mask;
    return made;
  }
  void add(const global_touch& now) {
    rules.add(cell, now, [](const global_touch&, const global_touch&) { return false; });
  }
  bool clashes() const { return rules.clash(cell[0], cell[1]); }
};

std::vector<global_touch> some_touches(cell_of_blocks& run, std::mt19937& chance, unsigned roles) {
  const touch_role all[] = {touch_role::read,           touch_role::write,
                            touch_role::atomic_write,   touch_role::block_atomic,
                            touch_role::volatile_write, touch_role::strong_read,
                            touch_role::strong_read};
  std::vector<global_touch> made(1 + chance() % 5);
  for (global_touch& each : made)
    each = run.touch(chance() % 4, all[chance() % roles]);
  return made;
}

} // namespace

TEST_CASE("two accesses a cell are enough to find that two blocks clash") {
  // A block that reads, adds atomically and writes could do with a third, beside a volatile read of
  // another block.
  unsigned roles = 5;
  SUBCASE("all that is plain, or writes") {}
  SUBCASE("volatile reads: what is found is there") {
    roles = 7;
  }
  std::mt19937 chance(1);
  for (int round = 0; round < 5000; ++round) {
    cell_of_blocks run;
    const auto all = some_touches(run, chance, roles);
    bool expected = false;
    for (const global_touch& one : all)
      for (const global_touch& other : all)
        expected |= run.rules.clash(one, other);
    for (const global_touch& each : all)
      run.add(each);
    std::string sequence;
    for (const global_touch& each : all)
      sequence +=
          std::to_string(run.rules.block(each)) + ":" + std::to_string(each.role_bits) + " ";
    CAPTURE(sequence);
    REQUIRE((run.clashes() == expected || (roles == 7 && expected)));
  }
}

TEST_CASE("what is kept of plain reads and writes does not depend on the order of the blocks") {
  std::mt19937 chance(2);
  for (int round = 0; round < 2000; ++round) {
    cell_of_blocks run;
    auto all = some_touches(run, chance, 2);
    const auto kept = [&] {
      run.cell = {};
      for (const global_touch& each : all)
        run.add(each);
      return std::tuple(run.clashes(), run.rules.block(run.cell[0]), run.cell[0].role(),
                        run.cell[1] ? run.rules.block(run.cell[1]) : 99u, run.cell[1].role());
    };
    const auto first = kept();
    std::shuffle(all.begin(), all.end(), chance);
    if (std::get<0>(first))
      REQUIRE(kept() == first);
    else
      REQUIRE_FALSE(std::get<0>(kept()));
  }
}

TEST_CASE(
    "atomic operations of two blocks clash with plain accesses, and with atomics of a block") {
  using enum touch_role;
  CHECK_FALSE(clash_between_blocks(atomic_write, atomic_write));
  CHECK_FALSE(clash_between_blocks(atomic_write, strong_read));
  CHECK_FALSE(clash_between_blocks(volatile_write, strong_read));
  CHECK(clash_between_blocks(atomic_write, read));
  CHECK(clash_between_blocks(atomic_write, write));
  CHECK(clash_between_blocks(atomic_write, block_atomic));
  CHECK(clash_between_blocks(block_atomic, block_atomic));
  CHECK(clash_between_blocks(volatile_write, read));
  CHECK_FALSE(clash_between_blocks(read, strong_read));
}

TEST_CASE("a read that a flag orders after the write is kept, and is no clash") {
  cell_of_blocks run;
  bool ordered = false;
  const auto add = [&](std::uint32_t block, touch_role role) {
    run.rules.add(run.cell, run.touch(block, role),
                  [&](const global_touch&, const global_touch&) { return ordered; });
    return run.clashes();
  };
  CHECK_FALSE(add(0, touch_role::write));
  ordered = true;
  CHECK_FALSE(add(1, touch_role::read));
  SUBCASE("a writer that is ordered after both") {
    CHECK_FALSE(add(2, touch_role::write));
    ordered = false;
    CHECK(add(3, touch_role::read));
  }
  SUBCASE("a reader that nothing orders") {
    ordered = false;
    CHECK(add(2, touch_role::read));
  }
  SUBCASE("a writer that nothing orders") {
    ordered = false;
    CHECK(add(2, touch_role::write));
  }
  SUBCASE("a writer that is ordered after the write only") {
    run.rules.add(
        run.cell, run.touch(2, touch_role::write),
        [&](const global_touch& known, const global_touch&) { return is_write(known.role()); });
    CHECK(run.clashes());
  }
}

TEST_CASE("bytes of a word clash only where they overlap") {
  cell_of_blocks run;
  run.add(run.touch(0, touch_role::write, 1));
  run.add(run.touch(0, touch_role::write, 2));
  run.add(run.touch(1, touch_role::write, 12));
  CHECK_FALSE(run.clashes());
  run.add(run.touch(2, touch_role::read, 2));
  CHECK(run.clashes());
}
