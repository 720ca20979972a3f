// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Fences and flags: which of two accesses comes first, step by step.
#include "emulator/observe/race/block_sync.h"

#include <doctest/doctest.h>

#include "fake_block.h"

using namespace cudalab::emulator;

namespace {

using emulator_access = cudalab::emulator::access;

constexpr std::uint64_t data = 0, flag = 64;

/// Two blocks of one launch, each with what it knows.
struct two_blocks {
  launch_record launch = made_launch();
  race_moments moments;
  sync_table table;
  block_sync first{table, moments}, second{table, moments};
  fake_block one{launch, 0}, other{launch, 1};

  two_blocks() {
    first.block_begins(one.state);
    second.block_begins(other.state);
  }
  static launch_record made_launch() {
    launch_record made;
    made.grid = {2, 1, 1};
    made.block = {64, 1, 1};
    return made;
  }

  /// Block 0's thread writes the data.
  global_touch write(unsigned thread) {
    one.run(thread);
    global_touch made;
    made.thread = thread;
    made.mask = 0xF;
    made.role_bits = static_cast<std::uint32_t>(touch_role::write);
    made.moment = moments.add({0, one.state.epoch, 0, first.fences(thread)});
    return made;
  }
  static void flag_access(block_sync& sync, fake_block& block, unsigned thread, access_kind kind,
                          access_manner manner) {
    block.run(thread);
    emulator_access seen;
    seen.offset = flag;
    seen.bytes = 4;
    seen.kind = kind;
    seen.manner = manner;
    sync.accessed(block.state, seen);
  }
  void set_flag(unsigned thread, access_manner manner = access_manner::atomic) {
    flag_access(first, one, thread, access_kind::write, manner);
  }
  void read_flag(unsigned thread, access_manner manner = access_manner::atomic) {
    flag_access(second, other, thread, access_kind::read, manner);
  }
  static void fence(block_sync& sync, fake_block& block, unsigned thread,
                    fence_scope scope = fence_scope::device) {
    block.run(thread);
    sync.fenced(block.state, scope);
  }
  static void barrier(block_sync& sync, fake_block& block) {
    ++block.state.epoch;
    sync.barrier_opened(block.state);
  }
  bool is_before(const global_touch& write, unsigned thread) {
    other.run(thread);
    return second.is_before(write, data);
  }
};

} // namespace

TEST_CASE("fence, flag, flag, fence: each of the four is needed") {
  two_blocks run;
  const global_touch write = run.write(0);
  SUBCASE("all") {
    two_blocks::fence(run.first, run.one, 0);
    run.set_flag(0);
    run.read_flag(0);
    CHECK_FALSE(run.is_before(write, 0));
    two_blocks::fence(run.second, run.other, 0);
    CHECK(run.is_before(write, 0));
    CHECK_FALSE(run.is_before(write, 1));
    two_blocks::barrier(run.second, run.other);
    CHECK(run.is_before(write, 1));
  }
  SUBCASE("a barrier after the flag will do") {
    two_blocks::fence(run.first, run.one, 0);
    run.set_flag(0, access_manner::volatile_access);
    run.read_flag(0, access_manner::volatile_access);
    two_blocks::barrier(run.second, run.other);
    CHECK(run.is_before(write, 5));
  }
  SUBCASE("a plain flag is read by no strong read") {
    two_blocks::fence(run.first, run.one, 0);
    run.set_flag(0);
    run.read_flag(0, access_manner::plain);
    two_blocks::fence(run.second, run.other, 0);
    CHECK_FALSE(run.is_before(write, 0));
  }
  SUBCASE("no fence by the writer") {
    run.set_flag(0);
    run.read_flag(0);
    two_blocks::fence(run.second, run.other, 0);
    CHECK_FALSE(run.is_before(write, 0));
  }
  SUBCASE("a fence for the block only") {
    two_blocks::fence(run.first, run.one, 0, fence_scope::block);
    run.set_flag(0);
    run.read_flag(0);
    two_blocks::fence(run.second, run.other, 0);
    CHECK_FALSE(run.is_before(write, 0));
  }
  SUBCASE("a write after the fence") {
    two_blocks::fence(run.first, run.one, 0);
    const global_touch late = run.write(0);
    run.set_flag(0);
    run.read_flag(0);
    two_blocks::fence(run.second, run.other, 0);
    CHECK(run.is_before(write, 0));
    CHECK_FALSE(run.is_before(late, 0));
  }
}

TEST_CASE("a barrier lets one thread release what the others wrote") {
  two_blocks run;
  const global_touch write = run.write(7);
  const auto release = [&] {
    run.set_flag(0);
    run.read_flag(0);
    two_blocks::fence(run.second, run.other, 0);
  };
  SUBCASE("barrier, fence, flag") {
    two_blocks::barrier(run.first, run.one);
    two_blocks::fence(run.first, run.one, 0);
    release();
    CHECK(run.is_before(write, 0));
  }
  SUBCASE("all fence, barrier, flag") {
    for (unsigned thread = 0; thread < 64; ++thread)
      two_blocks::fence(run.first, run.one, thread);
    two_blocks::barrier(run.first, run.one);
    release();
    CHECK(run.is_before(write, 0));
  }
  SUBCASE("another thread's fence, barrier, flag") {
    two_blocks::fence(run.first, run.one, 0);
    two_blocks::barrier(run.first, run.one);
    release();
    CHECK_FALSE(run.is_before(write, 0));
  }
  SUBCASE("no barrier") {
    two_blocks::fence(run.first, run.one, 0);
    release();
    CHECK_FALSE(run.is_before(write, 0));
  }
}

TEST_CASE("a warp barrier hands on what a lane has acquired") {
  two_blocks run;
  const global_touch write = run.write(0);
  two_blocks::fence(run.first, run.one, 0);
  run.set_flag(0);
  run.read_flag(0);
  two_blocks::fence(run.second, run.other, 0);
  CHECK_FALSE(run.is_before(write, 3));
  run.other.warp_barrier(0);
  CHECK(run.is_before(write, 3));
  CHECK_FALSE(run.is_before(write, 40));
}
