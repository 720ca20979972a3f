// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <mutex>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/warp_collectives.h"
#include "kernel_test.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::run;

namespace {

/// What the scheduler says of lanes that meet.
struct notes {
  std::mutex mutex;
  std::vector<warp_meeting> meetings;
  std::vector<std::uint32_t> wrong_masks;
};

class note_taker : public observer {
public:
  explicit note_taker(notes& to) : notes_(to) {}
  std::unique_ptr<block_observer> watch_blocks() override { return std::make_unique<part>(notes_); }

private:
  struct part : block_observer {
    explicit part(notes& to) : all(to) {}
    void lanes_met(const block_state&, const warp_meeting& one) override {
      const std::lock_guard guard(all.mutex);
      all.meetings.push_back(one);
    }
    void mask_without_caller(const block_state&, const char*, const void*,
                             std::uint32_t mask) override {
      const std::lock_guard guard(all.mutex);
      all.wrong_masks.push_back(mask);
    }
    notes& all;
  };
  notes& notes_;
};

template <class Body>
notes& observed_run(notes& into, unsigned threads, Body body) {
  set_observers({std::make_shared<note_taker>(into)});
  run(launch_configuration(1, threads), body);
  set_observers({});
  return into;
}

} // namespace

TEST_CASE("the lane that a shuffle reads follows PTX's rules") {
  CHECK(source_lane(collective::shuffle, 9, 3, 32) == 3);
  CHECK(source_lane(collective::shuffle, 9, 3, 8) == 11);
  CHECK(source_lane(collective::shuffle, 9, static_cast<unsigned>(-1), 8) == 15);
  CHECK(source_lane(collective::shuffle_up, 8, 1, 8) == 8);
  CHECK(source_lane(collective::shuffle_up, 9, 1, 8) == 8);
  CHECK(source_lane(collective::shuffle_down, 15, 1, 8) == 15);
  CHECK(source_lane(collective::shuffle_down, 14, 1, 8) == 15);
  CHECK(source_lane(collective::shuffle_down, 14, 32, 32) == 14);
  CHECK(source_lane(collective::shuffle_xor, 3, 8, 8) == 3);
  CHECK(source_lane(collective::shuffle_xor, 11, 8, 8) == 3);
}

TEST_CASE("a shuffle gives a value that nobody has where the lane takes no part") {
  lane_part parts[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    parts[lane] = {.what = collective::shuffle_xor,
                   .source = static_cast<std::uint8_t>(lane ^ 1u),
                   .value = lane};
  combine(collective::shuffle_xor, 0x7, parts);
  CHECK(parts[0].result == 1);
  CHECK(parts[1].result == 0);
  CHECK(parts[2].result == absent_value);
}

TEST_CASE("a wide shuffle takes what the source gave, also where the two exchange") {
  lane_part parts[32];
  wide_value values[32];
  for (unsigned lane = 0; lane < 32; ++lane) {
    values[lane].given.fill(static_cast<std::byte>(lane));
    parts[lane] = {.what = collective::shuffle_xor,
                   .source = static_cast<std::uint8_t>(lane ^ 1u),
                   .wide = lane == 5 ? nullptr : &values[lane]};
  }
  combine(collective::shuffle_xor, 0x37, parts);
  CHECK(values[0].taken == values[1].given);
  CHECK(values[1].taken == values[0].given);
  CHECK(values[2].taken.back() == static_cast<std::byte>(absent_value & 0xff)); // 3 did not come
  CHECK(values[4].taken.back() == static_cast<std::byte>(absent_value & 0xff)); // 5 gives 8 bytes
}

TEST_CASE("votes and matches count the lanes that came, not all of the mask") {
  lane_part parts[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    parts[lane].value = lane < 4;
  const auto result = [&](collective what, std::uint32_t came) {
    combine(what, came, parts);
    return parts[std::countr_zero(came)].result;
  };
  CHECK(result(collective::vote_all, 0xf) == 1);
  CHECK(result(collective::vote_all, 0x1f) == 0);
  CHECK(result(collective::vote_any, 0xff0) == 0);
  CHECK(result(collective::ballot, 0x3c) == 0xc);
  CHECK(result(collective::match_any, 0x3c) == 0xc);
  CHECK(result(collective::match_all, 0x3c) == 0);
  CHECK(result(collective::match_all, 0x30) == 0x30);
}

TEST_CASE("lanes in a branch that ask who is active are told of each other") {
  device_array<unsigned> seen(64);
  unsigned* const out = seen.data();
  run(launch_configuration(1, 64), [=] {
    const unsigned lane = threadIdx.x % 32;
    volatile unsigned path = 0; // keeps the two calls apart
    if (lane < 10) {
      out[threadIdx.x] = __activemask();
      path = 1;
    } else if (lane < 20) {
      path = 2;
      out[threadIdx.x] = __activemask();
    }
    (void)path;
  });
  const auto all = seen.copy();
  for (unsigned i = 0; i < 64; ++i)
    CHECK(all[i] == (i % 32 < 10 ? 0x3ffu : i % 32 < 20 ? 0xffc00u : 0u));
}

TEST_CASE("shuffles and votes order no memory") {
  device_array<unsigned> epochs(32);
  unsigned* const out = epochs.data();
  run(launch_configuration(1, 32), [=] {
    __shfl_xor_sync(0xffffffff, 1, 1);
    __ballot_sync(0xffffffff, 1);
    out[threadIdx.x] = current_block->thread->warp_epoch;
  });
  CHECK(epochs.copy() == std::vector<unsigned>(32, 0));
}

TEST_CASE("a vote of the block counts the threads that are still there, each time anew") {
  device_array<int> seen(3);
  int* const out = seen.data();
  run(launch_configuration(1, 100), [=] {
    const int i = static_cast<int>(threadIdx.x);
    if (i >= 90)
      return;
    const int first = __syncthreads_count(i < 70), second = __syncthreads_count(i < 7);
    const int all = __syncthreads_and(1);
    if (i == 33) {
      out[0] = first;
      out[1] = second;
      out[2] = all;
    }
  });
  CHECK(seen.copy() == std::vector<int>{70, 7, 1});
}

TEST_CASE("lanes of the mask that wait elsewhere are told of, and the others go on") {
  notes seen;
  observed_run(seen, 40, [] {
    if (threadIdx.x % 32 < 4)
      __ballot_sync(0xffffffff, 1);
    __syncthreads();
  });
  REQUIRE(seen.meetings.size() == 2);
  CHECK(seen.meetings[0].forced);
  CHECK(seen.meetings[0].what == collective::ballot);
  CHECK(seen.meetings[0].came == 0xf);
  CHECK(seen.meetings[0].live == 0xffffffff);
  CHECK(seen.meetings[1].warp == 1);
  CHECK(seen.meetings[1].existing == 0xff);
}

TEST_CASE("a mask without the caller is told of, lanes meet as if it were in it") {
  notes seen;
  observed_run(seen, 32, [] { __shfl_sync(0xfffffffe, 1, 3); });
  CHECK(seen.wrong_masks == std::vector<std::uint32_t>{0xfffffffe});
  CHECK(!seen.meetings.empty());
}
