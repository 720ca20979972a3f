// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/warp_requests.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

/// A request in which each lane accesses `bytes` at offset(lane).
template <class Offset>
std::vector<lane_access> accesses(std::uint8_t bytes, const Offset& offset) {
  std::vector<lane_access> all(warp_size);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    all[lane].offset = offset(lane);
    all[lane].bytes = bytes;
  }
  return all;
}

warp_request request_of(const std::vector<lane_access>& all) {
  warp_request request{};
  for (unsigned lane = 0; lane < warp_size; ++lane)
    request[lane] = &all[lane];
  return request;
}

} // namespace

TEST_CASE("sectors are pieces of 32 bytes") {
  CHECK(sectors_of(request_of(accesses(4, [](unsigned lane) { return 4 * lane; }))) == 4);
  CHECK(sectors_of(request_of(accesses(4, [](unsigned) { return 64; }))) == 1);
  CHECK(sectors_of(request_of(accesses(4, [](unsigned lane) { return 1024 * lane; }))) == 32);
  CHECK(sectors_of(request_of(accesses(4, [](unsigned lane) { return 4 * lane + 4; }))) == 5);
  CHECK(sectors_of(request_of(accesses(16, [](unsigned lane) { return 16 * lane; }))) == 16);
  // Two rows of 16 floats: a 16 x 16 tile's warp.
  CHECK(sectors_of(request_of(
            accesses(4, [](unsigned lane) { return 4 * (lane % 16) + 2048 * (lane / 16); }))) == 4);
}

TEST_CASE("the least sectors hold the same bytes side by side") {
  const auto least = [](std::uint8_t bytes, auto offset) {
    return least_sectors(different_bytes(request_of(accesses(bytes, offset))));
  };
  CHECK(least(4, [](unsigned lane) { return 4 * lane; }) == 4);
  CHECK(least(4, [](unsigned lane) { return 1024 * lane; }) == 4);
  CHECK(least(4, [](unsigned lane) { return 4 * (31 - lane); }) == 4);
  CHECK(least(4, [](unsigned) { return 64; }) == 1); // a broadcast is one value
  CHECK(least(16, [](unsigned lane) { return 16 * lane; }) == 16);
  CHECK(least(1, [](unsigned lane) { return 7 * lane; }) == 1);
}

TEST_CASE("different bytes are counted in any order, near to each other and far apart") {
  const auto different = [](std::uint8_t bytes, auto offset) {
    return different_bytes(request_of(accesses(bytes, offset)));
  };
  CHECK(different(16, [](unsigned lane) { return 3 * lane; }) == 31 * 3 + 16);
  CHECK(different(16, [](unsigned lane) { return 3 * (31 - lane); }) == 31 * 3 + 16);
  CHECK(different(4, [](unsigned lane) { return 4 * (7 * lane % 16); }) == 16 * 4);
  CHECK(different(8, [](unsigned lane) {
          return 1000 + 60 * (lane % 2 == 0 ? lane % 18 : 17 - lane % 18);
        }) == 9 * 8);
  CHECK(different(16, [](unsigned lane) { return 64 * (31 - lane); }) == 32 * 16);
  CHECK(different(1, [](unsigned lane) { return lane == 0 ? 1023u : lane; }) == 32);
  CHECK(different(1, [](unsigned lane) { return lane == 0 ? 1025u : lane; }) == 32);
}

TEST_CASE("atomic operations on one address wait for each other") {
  const auto lanes = [](auto offset) {
    return lanes_at_one_address(request_of(accesses(4, offset)));
  };
  CHECK(lanes([](unsigned) { return 8; }) == 32);
  CHECK(lanes([](unsigned lane) { return 4 * lane; }) == 1);
  CHECK(lanes([](unsigned lane) { return 4 * (lane % 8); }) == 4);
}

TEST_CASE("banks conflict when they must serve different words") {
  const auto bank = [](std::uint8_t bytes, auto offset) {
    return banks_of(request_of(accesses(bytes, offset)));
  };
  CHECK(bank(4, [](unsigned lane) { return 4 * lane; }).worst == 1);
  CHECK(bank(4, [](unsigned) { return 0; }).worst == 1); // a broadcast
  CHECK(bank(4, [](unsigned lane) { return 8 * lane; }).worst == 2);
  CHECK(bank(4, [](unsigned lane) { return 8 * lane; }).extra == 1);
  CHECK(bank(4, [](unsigned lane) { return 128 * lane; }).worst == 32);
  CHECK(bank(4, [](unsigned lane) { return 128 * lane; }).extra == 31);
  CHECK(bank(4, [](unsigned lane) { return 132 * lane; }).worst == 1); // padded
  CHECK(bank(1, [](unsigned lane) { return lane; }).worst == 1);
  CHECK(bank(8, [](unsigned lane) { return 8 * lane; }).extra == 0); // two passes anyway
  CHECK(bank(16, [](unsigned lane) { return 16 * lane; }).extra == 0);
  CHECK(bank(8, [](unsigned lane) { return 16 * lane; }).worst == 2);
  CHECK(bank(8, [](unsigned lane) { return 16 * lane; }).extra == 2);
}

TEST_CASE("accesses of one instruction, executed equally often, are a request") {
  lane_traces lanes;
  const auto add = [&](unsigned lane, std::uint32_t pc) {
    lane_access one;
    one.pc = pc;
    one.bytes = 4;
    one.offset = lane;
    lanes[lane].push_back(one);
  };
  unsigned requests = 0, taking_part = 0;
  const auto count = [&] {
    for_requests(lanes, [&](const warp_request& request) {
      ++requests;
      for (const lane_access* each : request)
        taking_part += each != nullptr;
    });
  };
  SUBCASE("nobody") {
    count();
    CHECK(requests == 0);
  }
  SUBCASE("all in step") {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      for (std::uint32_t pc : {1, 2, 2, 3})
        add(lane, pc);
    count();
    CHECK(requests == 4);
    CHECK(taking_part == 4 * warp_size);
  }
  SUBCASE("some lanes take another way in between") {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      add(lane, 1);
      if (lane % 2)
        add(lane, 2);
      else
        add(lane, 3);
      add(lane, 4);
    }
    count();
    CHECK(requests == 4);
    CHECK(taking_part == 3 * warp_size);
  }
  SUBCASE("loads and stores of one instruction, and some lanes only store") {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      if (lane % 3 == 0)
        add(lane, 5);
      add(lane, 5);
      lanes[lane].back().operation = memory_operation::store;
    }
    for_requests(lanes, [&](const warp_request& request) {
      ++requests;
      const memory_operation first = (*std::find_if(request.begin(), request.end(), [](auto* each) {
                                       return each != nullptr;
                                     }))->operation;
      for (const lane_access* each : request)
        CHECK((each == nullptr || each->operation == first));
    });
    CHECK(requests == 2);
  }
  SUBCASE("loops of different length") {
    for (unsigned lane = 0; lane < 4; ++lane)
      for (unsigned i = 0; i <= lane; ++i)
        add(lane, 7);
    count();
    CHECK(requests == 4);
    CHECK(taking_part == 1 + 2 + 3 + 4);
  }
}
