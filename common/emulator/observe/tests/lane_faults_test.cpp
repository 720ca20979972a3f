// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/barrier/lane_faults.h"
#include "emulator/runtime/blocks/warp_collectives.h"

#include <doctest/doctest.h>

#include "emulator/observe/findings/fatal.h"
#include "fake_block.h"

using namespace cudalab::emulator;

namespace {

/// One warp whose lanes meet by hand.
class warp {
public:
  explicit warp(std::uint32_t live = ~0u) : live_(live), block_(launch_, 0), faults_(collector_) {
    collector_.block_begins(0);
    faults_.block_begins();
    for (auto& each : sites_)
      each = fake_block::line(10);
  }

  /// Each of `came` reads the lane that PTX's rules say.
  void shuffle(collective how, unsigned operand, std::uint32_t mask, std::uint32_t came,
               bool forced = false) {
    warp_meeting meeting{.what = how,
                         .forced = forced,
                         .warp = 0,
                         .mask = mask,
                         .came = came,
                         .existing = ~0u,
                         .live = live_,
                         .sources = {},
                         .sites = sites_,
                         .called = name_of(how)};
    for (unsigned lane = 0; lane < warp_size; ++lane)
      meeting.sources[lane] = static_cast<std::uint8_t>(source_lane(how, lane, operand, warp_size));
    faults_.met(block_.state, meeting, exits_);
  }
  void sum_down(std::uint32_t mask, std::uint32_t came) {
    for (unsigned delta = 16; delta > 0; delta /= 2)
      shuffle(collective::shuffle_down, delta, mask, came);
  }

  /// The cases that were seen so far.
  std::vector<finding> take() { return collector_.take(launch_, 0); }
  const void** sites() { return sites_; }

private:
  static launch_record record() {
    launch_record made;
    made.kernel = "k";
    made.grid = {1, 1, 1};
    made.block = {32, 1, 1};
    return made;
  }

  launch_record launch_ = record();
  std::uint32_t live_;
  fake_block block_;
  sighting_collector collector_;
  lane_faults faults_;
  const void* sites_[warp_size];
  std::vector<exit_recorder> exits_{max_threads_per_block};
};

} // namespace

TEST_CASE("a reduction over all lanes of a warp is fine, again and again") {
  warp lanes;
  lanes.sum_down(~0u, ~0u);
  lanes.sum_down(~0u, ~0u);
  CHECK(lanes.take().empty());
}

TEST_CASE("lanes above a half warp's mask are read, but not used") {
  warp lanes;
  for (int again = 0; again < 2; ++again)
    for (const unsigned delta : {8u, 4u, 2u, 1u})
      lanes.shuffle(collective::shuffle_down, delta, 0xffff, 0xffff);
  CHECK(lanes.take().empty());
}

TEST_CASE("a value of a lane that has returned is followed down to the result") {
  warp lanes(0xfffff);
  lanes.sum_down(~0u, 0xfffff);
  const auto found = lanes.take();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == finding_kind::absent_lanes);
  CHECK(found[0].why == finding_case::lane_ended); // no source says that it was by a `return`
  CHECK(found[0].parties[0].thread.x == 8);        // which lane 0 reads in the next step
  CHECK(found[0].parties[1].thread.x == 24);
  CHECK(found[0].count == 1);
}

TEST_CASE("a mask of 24 lanes spoils a sum, it says which lane was not named") {
  warp lanes;
  lanes.sum_down(0xffffff, 0xffffff);
  const auto found = lanes.take();
  REQUIRE(found.size() == 1);
  CHECK(found[0].why == finding_case::lane_not_named);
  CHECK(found[0].kind == finding_kind::unnamed_lane);
}

TEST_CASE("a lane that has returned is told of, too, where lanes that were not named are read") {
  const std::uint32_t all_but_20 = 0xffffff & ~(1u << 20);
  warp lanes(all_but_20);
  lanes.sum_down(0xffffff, all_but_20);
  const auto found = lanes.take();
  REQUIRE(found.size() == 2); // one line, and two reasons
  CHECK(found[0].kind != found[1].kind);
}

TEST_CASE("a lane that has returned takes the place of one that was not named") {
  const std::uint32_t all_but_12 = ~(1u << 12), all_but_20 = ~(1u << 20);
  warp lanes(all_but_12);
  for (const unsigned delta : {16u, 8u, 4u}) // lane 4 reads 20, then 12; lane 0 reads 4
    lanes.shuffle(collective::shuffle_down, delta, all_but_20, all_but_20 & all_but_12);
  const auto found = lanes.take();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == finding_kind::absent_lanes);
}

TEST_CASE("other shuffles of an absent lane are told of at once, a discarded scan step is not") {
  warp lanes(0x7fffffff);
  lanes.shuffle(collective::shuffle_up, 4, 0xffff0000, 0x7fff0000);
  CHECK(lanes.take().empty());
  lanes.shuffle(collective::shuffle_xor, 16, ~0u, 0x7fffffff);
  lanes.shuffle(collective::shuffle, 3, 0xfffffff0, 0x7ffffff0);
  const auto found = lanes.take();
  REQUIRE(found.size() == 2);
  CHECK(found[0].why != found[1].why);
}

TEST_CASE("lanes that never met are one finding, and what follows is not another") {
  warp lanes;
  for (unsigned lane = 8; lane < warp_size; ++lane)
    lanes.sites()[lane] = fake_block::line(20);
  lanes.shuffle(collective::ballot, 0, ~0u, 0xff, true);
  lanes.shuffle(collective::shuffle_xor, 16, ~0u, 0xff);
  const auto found = lanes.take();
  REQUIRE(found.size() == 1);
  CHECK(found[0].why == finding_case::lane_elsewhere);
  CHECK(found[0].parties[0].thread.x == 0);
  CHECK(found[0].parties[1].thread.x == 8);
  CHECK(found[0].detail.find("8 lanes wait at __ballot_sync()") != std::string::npos);
  CHECK(found[0].detail.find("24 of them wait") != std::string::npos);
}
