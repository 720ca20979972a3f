// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/access/quiet_cells.h"

#include <random>

#include <doctest/doctest.h>

#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/race/race_detector.h"
#include "emulator/observe/report/settled_findings.h"
#include "fake_block.h"

using namespace cudalab::emulator;
using emulated_access = cudalab::emulator::access; // unistd.h has a function of that name

namespace {

constexpr std::uint64_t shared_bytes = 1024, device_bytes = 1 << 20;

/// Passes on what the hot path would, and counts what it keeps back.
class quiet_filter final : public block_observer {
public:
  quiet_filter(block_observer& listener, bool on) : listener_(listener), on_(on) {
    quiet_ = tables_.make(shared_bytes, device_bytes);
  }

  void block_begins(const block_state& block) override {
    quiet_.forget_all();
    listener_.block_begins(block);
  }
  void barrier_opened(const block_state& block) override {
    quiet_.forget_all();
    listener_.barrier_opened(block);
  }
  void accessed(const block_state& block, const emulated_access& seen) override {
    const bool candidate =
        on_ && seen.kind == access_kind::read && seen.bytes == 4 && !seen.atomic();
    if (candidate &&
        (seen.space == memory_space::shared ? quiet_.in_shared(seen.offset, block.thread)
                                            : quiet_.in_global(seen.offset, block.thread))) {
      ++kept_back;
      return;
    }
    listener_.accessed(block, seen);
    if (seen.kind == access_kind::write)
      quiet_.written(seen);
    else if (candidate)
      quiet_.keep(seen, seen.quiet, *block.thread);
  }

  int kept_back = 0;

private:
  block_observer& listener_;
  bool on_;
  quiet_tables tables_;
  quiet_cells quiet_;
};

/// What the race detector says of random accesses to few cells, with barriers in between.
std::string races_of(unsigned seed, memory_space space, bool filtered, int& kept_back) {
  std::mt19937 random(seed);
  const auto one_of = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  launch_record launch;
  launch.kernel = "k";
  launch.grid = {2, 1, 1};
  launch.block = {96, 1, 1};
  fatal_sighting::instance().launch_begins();
  finding_log::instance().take();
  race_detector detector(shared_bytes, device_bytes);
  const auto listener = detector.watch_blocks();
  quiet_filter filter(*listener, filtered);
  for (unsigned number = 0; number < launch.grid.x; ++number) {
    fake_block block(launch, number);
    filter.block_begins(block.state);
    const unsigned writes = one_of(4); // in 16 accesses
    for (int step = 0; step < 300; ++step) {
      const unsigned what = one_of(40);
      if (what == 0)
        block.barrier(filter);
      else if (what == 1)
        block.warp_barrier(one_of(3));
      const bool write = one_of(16) < writes, narrow = one_of(8) == 0;
      block.touch(filter, one_of(96), write ? access_kind::write : access_kind::read, space,
                  4 * one_of(6) + (narrow ? one_of(4) : 0), 10 + one_of(5), narrow ? 1 : 4,
                  one_of(10) == 0);
    }
    listener->block_ended(block.state);
  }
  kept_back += filter.kept_back;
  detector.launch_ended(launch);
  return json_of(settled(finding_log::instance().take()));
}

} // namespace

TEST_CASE("what is kept back from the race detector would have told it nothing") {
  for (const memory_space space : {memory_space::shared, memory_space::global}) {
    int kept_back = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
      CAPTURE(seed);
      REQUIRE(races_of(seed, space, true, kept_back) == races_of(seed, space, false, kept_back));
    }
    CHECK(kept_back > 1000);
  }
}

TEST_CASE("a read is quiet for whom it was said, until something happens") {
  quiet_tables tables;
  quiet_cells quiet = tables.make(64, 1 << 20);
  thread_state first, other_warp;
  first.linear = 3;
  other_warp.linear = 40;
  emulated_access seen{.bytes = 4, .offset = 8, .space = memory_space::shared, .alignment = 4};
  CHECK_FALSE(quiet.in_shared(8, &first));
  quiet.keep(seen, quiet_for::own_warp, first);
  CHECK(quiet.in_shared(8, &first));
  CHECK_FALSE(quiet.in_shared(8, &other_warp));
  CHECK_FALSE(quiet.in_shared(12, &first));
  quiet.keep(seen, quiet_for::whole_block, first);
  CHECK(quiet.in_shared(8, &other_warp));
  CHECK_FALSE(quiet.in_shared(9, &other_warp)); // misaligned

  SUBCASE("a write of one of the bytes") {
    seen.offset = 11;
    seen.bytes = 1;
    quiet.written(seen);
  }
  SUBCASE("a long write") {
    seen.offset = 0;
    seen.bytes = 10'000;
    quiet.written(seen);
  }
  SUBCASE("a barrier") {
    quiet.forget_all();
  }
  SUBCASE("a warp barrier that the reader has passed") {
    first.warp_epoch = 1;
  }
  CHECK_FALSE(quiet.in_shared(8, &first));
}

TEST_CASE("cells of global memory that share a place are not taken for each other") {
  constexpr std::uint64_t device = std::uint64_t{64} << 30, kept = (device / 3) & ~3ull;
  quiet_tables tables;
  quiet_cells quiet = tables.make(64, device);
  thread_state thread;
  const emulated_access seen{.bytes = 4, .offset = kept, .alignment = 4};
  quiet.keep(seen, quiet_for::whole_block, thread);
  CHECK(quiet.in_global(kept, &thread));
  int taken = 0;
  for (std::uint64_t cell = 0; cell < 4 * quiet_cells::global_places; ++cell)
    taken += quiet.in_global(4 * cell, &thread);
  for (unsigned bit = 2; bit < 36; ++bit)
    taken += quiet.in_global(kept ^ (std::uint64_t{1} << bit), &thread);
  CHECK(taken == 0);
}

TEST_CASE("when the epochs run over, nothing old becomes quiet again") {
  quiet_tables tables;
  quiet_cells quiet = tables.make(64, 1 << 20);
  thread_state thread;
  const emulated_access seen{.bytes = 4, .offset = 8, .alignment = 4};
  quiet.keep(seen, quiet_for::whole_block, thread);
  const std::uint32_t epoch = quiet.epoch;
  quiet.epoch = (1u << 30) - 64; // the last
  quiet.forget_all();
  quiet.epoch = epoch;
  CHECK_FALSE(quiet.in_global(8, &thread));
}
