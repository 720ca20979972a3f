// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/memory_checker.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/report/settled_findings.h"
#include "fake_block.h"

using namespace cudalab::emulator;

namespace {

/// Global memory of two pages, all of it allocated, and one shared array.
struct watched_launch {
  device_memory& memory = device_memory::instance();
  void* buffer = memory.allocate(8192, nullptr);
  std::uint64_t base = static_cast<std::uint64_t>(static_cast<std::byte*>(buffer) - memory.begin());
  shadow_memory state{memory};
  shared_layout layout{{{"tile", 0, 256, false}}, 256};
  memory_checker checker{state, layout, memory.reserved_bytes()};
  std::unique_ptr<block_observer> observer = checker.watch_blocks();
  launch_record launch;
  fake_block block{record(launch), 0};

  watched_launch() {
    state.forgotten(static_cast<std::byte*>(buffer), 8192);
    finding_log::instance().take();
    checker.launch_begins(launch);
    observer->block_begins(block.state);
  }
  ~watched_launch() { memory.free(buffer, nullptr); }

  static const launch_record& record(launch_record& launch) {
    launch.kernel = "k";
    launch.grid = {4, 1, 1};
    launch.block = {64, 1, 1};
    return launch;
  }

  void global(access_kind kind, std::uint64_t offset, std::uint32_t bytes = 4) {
    block.touch(*observer, 0, kind, memory_space::global, base + offset, 10, bytes);
  }
  void next_block(std::uint64_t linear) {
    block = fake_block(launch, linear);
    observer->block_begins(block.state);
  }
  nlohmann::json end() {
    checker.launch_ended(launch);
    return nlohmann::json::parse(json_of(settled(finding_log::instance().take())));
  }
};

} // namespace

TEST_CASE("global memory must be written before it is read") {
  watched_launch run;
  SUBCASE("by nobody") {
    run.global(reads, 0);
    run.global(reads, 4);
    const auto found = run.end();
    REQUIRE(found.size() == 1);
    CHECK(found[0]["kind"] == "uninitialised_read");
    CHECK(found[0]["count"] == 2);
  }
  SUBCASE("by the host") {
    run.state.written(static_cast<std::byte*>(run.buffer), 8);
    run.global(reads, 0, 8);
    CHECK(run.end().empty());
  }
  SUBCASE("by this block") {
    run.global(writes, 4096);
    run.global(reads, 4096);
    CHECK(run.end().empty());
  }
  SUBCASE("by another block of the launch: a race, or told by a flag") {
    run.global(writes, 0);
    run.next_block(1);
    run.global(reads, 0);
    CHECK(run.end().empty());
  }
  SUBCASE("by an earlier launch") {
    run.global(writes, 0);
    run.global(writes, 4096);
    CHECK(run.end().empty());
    run.next_block(1);
    run.global(reads, 0);
    run.global(reads, 4096);
    CHECK(run.end().empty());
  }
  SUBCASE("only in part") {
    run.global(writes, 0, 2);
    run.global(reads, 0, 4);
    CHECK(run.end().size() == 1);
  }
  SUBCASE("by a launch that nobody watched") {
    run.state.launch_not_watched();
    run.state.settle();
    run.global(reads, 0);
    CHECK(run.end().empty());
  }
}

TEST_CASE("shared memory must be written in each block anew") {
  watched_launch run;
  run.block.write(*run.observer, 0, 8, 10);
  run.block.read(*run.observer, 1, 8, 20);
  CHECK(run.end().empty());
  SUBCASE("another element") {
    run.block.read(*run.observer, 1, 12, 20);
    CHECK(run.end().size() == 1);
  }
  SUBCASE("the next block") {
    run.next_block(1);
    run.block.read(*run.observer, 1, 8, 20);
    CHECK(run.end().size() == 1);
  }
  SUBCASE("bytes of an element") {
    run.block.write(*run.observer, 0, 16, 10, 2);
    run.block.read(*run.observer, 0, 16, 20, 2);
    CHECK(run.end().empty());
    run.block.read(*run.observer, 0, 16, 20, 4);
    CHECK(run.end().size() == 1);
  }
}

TEST_CASE("of a long allocation each byte is known by itself, and none when it is freed") {
  device_memory& memory = device_memory::instance();
  constexpr std::size_t bytes = (std::size_t{100} << 20) + 700, step = 4096;
  auto* const begin = static_cast<std::byte*>(memory.allocate(bytes, nullptr));
  REQUIRE(begin != nullptr);
  shadow_memory state{memory};
  const std::uint8_t* const known = state.bytes() + (begin - memory.begin());
  const auto count = [&](std::uint8_t what) {
    std::size_t found = known[bytes - 1] == what;
    for (std::size_t at = 0; at < bytes; at += step)
      found += known[at] == what;
    return found;
  };
  constexpr std::size_t looked_at = 1 + (bytes + step - 1) / step;
  const allocation made = memory.find(begin).value();
  state.allocated(made);
  CHECK(count(shadow_memory::allocated_byte) == looked_at);
  state.written(begin + 10 * step, 1);
  CHECK(count(shadow_memory::good) == 1);
  CHECK(count(shadow_memory::allocated_byte) == looked_at - 1);
  state.freed(made);
  CHECK(count(0) == looked_at);
  memory.free(begin, nullptr);
}

TEST_CASE("an output and an input stay so, whatever is written or copied there") {
  watched_launch run;
  auto* const begin = static_cast<std::byte*>(run.buffer);
  const auto is = [&](std::size_t at, std::uint8_t what) {
    return (run.state.bytes()[run.base + at] & what) != 0;
  };
  run.state.only_written(begin + 100, 50);
  run.state.only_read(begin + 300, 50);
  const auto stay = [&] {
    for (const std::size_t at : {100u, 149u})
      CHECK(is(at, shadow_memory::output_byte));
    for (const std::size_t at : {300u, 349u})
      CHECK(is(at, shadow_memory::input_byte));
    for (const std::size_t at : {99u, 150u, 299u, 350u, 1100u, 1300u})
      CHECK_FALSE(is(at, shadow_memory::output_byte | shadow_memory::input_byte));
  };
  stay();
  run.state.written(begin, 8192);
  stay();
  run.state.written(begin + 120, 200);
  stay();
  run.state.forgotten(begin + 50, 1000);
  stay();
  run.state.copied(begin + 1000, begin, 1000);
  stay();
  run.state.copied(begin + 50, begin + 2000, 500);
  stay();
}
