// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/element_makers.h"

#include <array>

#include <doctest/doctest.h>

#include "fake_block.h"

using namespace cudalab::emulator;

namespace {

/// Two blocks of four threads, and an array that they store to.
struct stored_array {
  launch_record launch{.grid = {2, 1, 1}, .block = {4, 1, 1}, .number = 7};
  std::array<float, 16> array{};
  element_makers makers;

  explicit stored_array(maker_rule rule, std::size_t elements = 8) {
    makers.watch({.begin = reinterpret_cast<const std::byte*>(array.data()),
                  .bytes = elements * sizeof(float),
                  .element_bytes = sizeof(float),
                  .rule = rule,
                  .name = "d_out"});
    take_remarks();
  }

  void store(std::uint64_t block, unsigned thread, std::size_t element, std::uint32_t bytes = 4) {
    fake_block one(launch, block);
    one.run(thread);
    const cudalab::emulator::access seen{.address =
                                             reinterpret_cast<const std::byte*>(&array[element]),
                                         .bytes = bytes,
                                         .kind = access_kind::write};
    makers.stored(one.state, seen);
  }

  std::string remark() {
    makers.tell();
    const auto all = take_remarks();
    return all.empty() ? "" : all.front().what;
  }
};

constexpr auto own_element = maker_rule::thread_of_same_number,
               all_threads = maker_rule::steps_of_all_threads,
               going_on = maker_rule::threads_that_go_on, enough = maker_rule::enough_blocks;

} // namespace

TEST_CASE("each thread stores its own element, and nothing is said") {
  stored_array all(own_element);
  for (unsigned i = 0; i < 8; ++i)
    all.store(i / 4, i % 4, i);
  CHECK(all.remark() == "");
}

TEST_CASE("who stores another thread's element is named, and who should have") {
  stored_array all(own_element);
  for (unsigned i = 0; i < 8; ++i)
    all.store(i / 4, 0, i);
  CHECK(all.remark() == "thread 0 of block 0 stored d_out[1], and thread 1 of block 0 should have");
}

TEST_CASE("a store of several elements is one of each of them") {
  stored_array all(own_element);
  for (unsigned i = 0; i < 8; i += 2)
    all.store(i / 4, i % 4, i, 8);
  CHECK(all.remark() == "thread 0 of block 0 stored d_out[1], and thread 1 of block 0 should have");
}

TEST_CASE("an element that no thread stored is told, whatever is in it") {
  stored_array all(own_element);
  for (unsigned i = 0; i < 8; ++i)
    if (i != 5)
      all.store(i / 4, i % 4, i);
  CHECK(all.remark() == "no thread stored d_out[5]: thread 1 of block 1 should have");
}

TEST_CASE("where no thread stored anything other words tell") {
  stored_array all(own_element);
  CHECK(all.remark() == "");
}

TEST_CASE("a thread goes on in steps of all threads, wherever it begins") {
  stored_array all(all_threads, 16);
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned step = 0; step < 16; step += 8)
      all.store(i / 4, i % 4, (i + 3) % 8 + step);
  CHECK(all.remark() == "");
}

TEST_CASE("steps of a block only are told") {
  stored_array all(all_threads, 16);
  for (unsigned i = 0; i < 16; ++i)
    all.store(i / 8, i % 4, i);
  CHECK(all.remark() ==
        "thread 0 of block 0 stored d_out[0], and thread 0 of block 1 stored d_out[8]");
}

TEST_CASE("several launches have threads of the same numbers: nothing is said of their steps") {
  stored_array all(all_threads, 16);
  for (unsigned i = 0; i < 16; ++i) {
    all.launch.number = 7 + i / 8;
    all.store(i / 8, i % 4, i);
  }
  CHECK(all.remark() == "");
}

TEST_CASE("where there are fewer threads than elements, one that ran must have gone on") {
  stored_array all(going_on, 12);
  for (unsigned i = 0; i < 8; ++i)
    all.store(i / 4, i % 4, i);
  CHECK(all.remark() == "the grid has 8 threads along its longest side for 12 elements of d_out, "
                        "and none of them goes on to a further element");
  SUBCASE("threads along the other side have no elements where there is one row") {
    stored_array some(going_on, 12);
    some.launch.block = {4, 4, 1};
    some.store(0, 0, 0);
    some.store(1, 3, 7);
    CHECK(some.remark() != "");
    some.store(1, 3, 11);
    CHECK(some.remark() == "");
  }
  SUBCASE("a grid may go on along another side") {
    stored_array some(going_on, 12);
    some.launch.grid = {1, 3, 2};
    some.launch.block = {2, 2, 1};
    some.store(0, 0, 0);
    CHECK(some.remark() == "");
  }
  SUBCASE("a single one is enough") {
    stored_array some(going_on, 12);
    some.store(0, 0, 0);
    some.store(0, 0, 8);
    CHECK(some.remark() == "");
  }
  SUBCASE("whose it is does not matter, nor whether others run") {
    stored_array some(going_on, 12);
    some.store(1, 3, 10);
    CHECK(some.remark() == "");
  }
  SUBCASE("as many threads as elements need not go on") {
    stored_array some(going_on, 8);
    some.store(0, 0, 0);
    CHECK(some.remark() == "");
  }
  SUBCASE("several launches may have a part each") {
    stored_array some(going_on, 12);
    for (const std::uint64_t launch : {7, 8}) {
      some.launch.number = launch;
      some.store(0, 0, 0);
    }
    CHECK(some.remark() == "");
  }
}

TEST_CASE(
    "all blocks store as many elements as there are, if each stores as many as one that ran") {
  stored_array all(enough, 16);
  for (unsigned i = 0; i < 7; ++i)
    all.store(1, i % 4, 8 + i);
  SUBCASE("else some are missing") {
    CHECK(all.remark() ==
          "2 blocks for 16 elements of d_out: of those that ran none stored more than 7");
  }
  SUBCASE("the block of most is asked, and wide stores are several elements") {
    for (unsigned i = 0; i < 8; i += 2)
      all.store(0, i / 2, i, 8);
    CHECK(all.remark() == "");
  }
  SUBCASE("several launches have blocks of their own") {
    all.launch.number = 8;
    all.store(0, 0, 0);
    CHECK(all.remark() == "");
  }
  SUBCASE("too few in all of several launches") {
    stored_array few(enough, 16);
    few.store(0, 0, 0);
    few.launch.number = 8;
    few.store(0, 0, 1, 8);
    CHECK(few.remark() == "all blocks together store fewer than the 16 elements of d_out");
  }
}
