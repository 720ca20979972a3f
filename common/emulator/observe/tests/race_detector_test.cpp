// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/race_detector.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/race/race_order.h"
#include "emulator/observe/report/settled_findings.h"
#include "fake_block.h"

using namespace cudalab::emulator;

namespace {

constexpr auto global = memory_space::global;

struct raced_launch {
  launch_record launch;
  race_detector detector{1024, 1 << 20};
  std::unique_ptr<block_observer> observer;
  fake_block block;

  explicit raced_launch(std::uint64_t linear = 0)
      : launch(record()), observer(detector.watch_blocks()), block(launch, linear) {
    fatal_sighting::instance().launch_begins();
    finding_log::instance().take();
    observer->block_begins(block.state);
  }

  static launch_record record() {
    launch_record made;
    made.kernel = "k";
    made.grid = {4, 1, 1};
    made.block = {64, 1, 1};
    made.number = 1;
    return made;
  }

  void next_block(std::uint64_t linear) {
    observer->block_ended(block.state);
    block = fake_block(launch, linear);
    observer->block_begins(block.state);
  }

  nlohmann::json end() {
    observer->block_ended(block.state);
    detector.launch_ended(launch);
    return nlohmann::json::parse(json_of(settled(finding_log::instance().take())));
  }
};

} // namespace

TEST_CASE("two threads race on shared memory unless a barrier lies between") {
  raced_launch run;
  run.block.write(*run.observer, 0, 16, 10);
  SUBCASE("no barrier") {
    run.block.read(*run.observer, 1, 16, 20);
    const auto found = run.end();
    REQUIRE(found.size() == 1);
    CHECK(found[0]["kind"] == "race");
    CHECK(found[0]["space"] == "shared");
    CHECK(found[0]["parties"][0]["action"] == "reads");
    CHECK(found[0]["parties"][0]["thread"] == nlohmann::json({1, 0, 0}));
    CHECK(found[0]["parties"][1]["action"] == "writes");
    CHECK(found[0]["count"] == 1);
  }
  SUBCASE("a barrier") {
    run.block.barrier(*run.observer);
    run.block.read(*run.observer, 1, 16, 20);
    CHECK(run.end().empty());
  }
  SUBCASE("another cell") {
    run.block.read(*run.observer, 1, 20, 20);
    CHECK(run.end().empty());
  }
  SUBCASE("the same thread") {
    run.block.read(*run.observer, 0, 16, 20);
    CHECK(run.end().empty());
  }
  SUBCASE("the next block on this OS thread") {
    run.next_block(1);
    run.block.read(*run.observer, 1, 16, 20);
    CHECK(run.end().empty());
  }
}

TEST_CASE("a warp barrier orders lanes of its warp only") {
  raced_launch run;
  run.block.write(*run.observer, 0, 0, 10);
  run.block.warp_barrier(0);
  SUBCASE("a lane of the warp") {
    run.block.read(*run.observer, 1, 0, 20);
    CHECK(run.end().empty());
  }
  SUBCASE("a thread of another warp") {
    run.block.read(*run.observer, 40, 0, 20);
    CHECK(run.end().size() == 1);
  }
}

TEST_CASE("two readers are remembered, so that a write after many reads is found") {
  raced_launch run;
  for (unsigned thread = 0; thread < 64; ++thread)
    run.block.read(*run.observer, thread, 8, 10);
  SUBCASE("by a thread that read") {
    run.block.write(*run.observer, 0, 8, 20);
    CHECK(run.end().size() == 1);
  }
  SUBCASE("after a warp barrier the other warp still conflicts") {
    run.block.warp_barrier(0);
    run.block.write(*run.observer, 0, 8, 20);
    CHECK(run.end().size() == 1);
  }
}

TEST_CASE("a read after the last warp barrier is not forgotten for one before it") {
  raced_launch run;
  run.block.read(*run.observer, 0, 8, 10);
  run.block.read(*run.observer, 1, 8, 10);
  run.block.warp_barrier(0);
  run.block.read(*run.observer, 2, 8, 10);
  run.block.write(*run.observer, 3, 8, 20);
  CHECK(run.end().size() == 1);
}

TEST_CASE("bytes of one word do not race with each other") {
  raced_launch run;
  run.block.write(*run.observer, 0, 4, 10, 1);
  run.block.write(*run.observer, 1, 5, 10, 1);
  SUBCASE("only bytes") {
    CHECK(run.end().empty());
  }
  SUBCASE("a word over them") {
    run.block.read(*run.observer, 1, 4, 20, 4);
    // The last writer is the reader itself; the other byte's writer was forgotten.
    CHECK(run.end().empty());
  }
  SUBCASE("16 bytes over them") {
    run.block.read(*run.observer, 2, 0, 20, 16);
    CHECK(run.end().size() == 1);
  }
}

TEST_CASE("atomic operations race with plain accesses only") {
  raced_launch run;
  const auto shared = memory_space::shared;
  run.block.touch(*run.observer, 0, writes, shared, 0, 10, 4, true);
  run.block.touch(*run.observer, 1, writes, shared, 0, 10, 4, true);
  CHECK(run.end().empty());
  run.block.touch(*run.observer, 2, reads, shared, 0, 20);
  CHECK(run.end().size() == 1);
}

TEST_CASE("blocks race on global memory whatever their order") {
  raced_launch run;
  bool reader_first = false;
  SUBCASE("writer first") {}
  SUBCASE("reader first") {
    reader_first = true;
  }
  const auto write = [&] { run.block.touch(*run.observer, 0, writes, global, 64, 10); };
  const auto read = [&] { run.block.touch(*run.observer, 5, reads, global, 64, 20); };
  reader_first ? read() : write();
  run.next_block(3);
  reader_first ? write() : read();
  const auto found = run.end();
  REQUIRE(found.size() == 1);
  CHECK(found[0]["space"] == "global");
  CHECK(found[0]["parties"][0]["action"] == "reads");
  CHECK(found[0]["parties"][0]["block"] == nlohmann::json({reader_first ? 0 : 3, 0, 0}));
  CHECK(found[0]["remedy"].get<std::string>().find("no barrier can order") != std::string::npos);
}

TEST_CASE("a block may read what it wrote, and blocks may read the same") {
  raced_launch run;
  run.block.touch(*run.observer, 0, writes, global, 0, 10);
  run.block.barrier(*run.observer);
  run.block.touch(*run.observer, 1, reads, global, 0, 20);
  run.block.touch(*run.observer, 1, reads, global, 4096, 20);
  run.next_block(1);
  run.block.touch(*run.observer, 1, reads, global, 4096, 20);
  CHECK(run.end().empty());
  // The next launch comes after this one.
  run.next_block(2);
  run.block.touch(*run.observer, 1, reads, global, 0, 20);
  CHECK(run.end().empty());
}

TEST_CASE("neighbouring bytes of two blocks are no race, a word over a byte is") {
  raced_launch run;
  run.block.touch(*run.observer, 0, writes, global, 100, 10, 1);
  run.next_block(1);
  run.block.touch(*run.observer, 0, writes, global, 101, 10, 1);
  SUBCASE("bytes") {
    CHECK(run.end().empty());
  }
  SUBCASE("a word") {
    run.next_block(2);
    run.block.touch(*run.observer, 0, reads, global, 100, 20, 4);
    const auto found = run.end();
    REQUIRE(found.size() == 1);
    CHECK(found[0]["count"] == 1);
  }
}

TEST_CASE("which access the program means to come first") {
  const auto at = [](std::uint16_t reads, std::uint16_t writes, std::uint32_t pc) {
    touch made;
    made.reads = reads;
    made.writes = writes;
    made.pc = pc;
    return made;
  };
  const auto load = finding_case::raw_hazard, overwrite = finding_case::war_hazard;
  // Each thread stores at pc 10 and reads its row at pc 20.
  CHECK(order_of(at(0, 1, 10), at(1, 1, 20)) == load);
  CHECK(order_of(at(0, 1, 10), at(16, 1, 20)) == load);
  // Each thread reads its row and then stores the next tile.
  CHECK(order_of(at(16, 1, 10), at(1, 0, 20)) == overwrite);
  CHECK(order_of(at(16, 1, 10), at(16, 0, 20)) == overwrite);
  // Only one thread writes: the code decides.
  CHECK(order_of(at(0, 1, 10), at(1, 0, 20)) == load);
  CHECK(order_of(at(0, 1, 20), at(1, 0, 10)) == overwrite);
  // No barrier at all: rounds of 16 reads after a store.
  CHECK(order_of(at(32, 3, 10), at(5, 1, 20)) == overwrite);
  CHECK(order_of(at(0, 1, 10), at(40, 3, 20)) == load);
}
