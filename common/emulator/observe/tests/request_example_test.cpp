// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/traffic/request_example.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace cudalab::emulator;

namespace {

std::optional<request_example> example(unsigned cost, std::uint64_t launch, std::uint64_t block) {
  request_example one;
  one.cost = cost;
  one.launch = launch;
  one.linear_block = block;
  return one;
}

} // namespace

TEST_CASE("the costliest request is shown, of equal ones the earliest") {
  CHECK(precedes(example(2, 7, 7), example(1, 0, 0)));
  CHECK_FALSE(precedes(example(1, 0, 0), example(2, 7, 7)));
  CHECK(precedes(example(2, 3, 9), example(2, 4, 0)));
  CHECK_FALSE(precedes(example(2, 4, 0), example(2, 3, 9)));
  CHECK(precedes(example(2, 3, 1), example(2, 3, 2)));
  CHECK_FALSE(precedes(example(2, 3, 2), example(2, 3, 2)));
  CHECK(precedes(example(0, 0, 0), {}));
  CHECK_FALSE(precedes({}, {}));
  CHECK_FALSE(precedes({}, example(0, 0, 0)));
}

TEST_CASE("an example's offsets are those of the object, lanes that take no part have none") {
  request_example one = *example(4, 0, 0);
  one.block = {3, 2, 1};
  one.block_size = {16, 8, 1};
  one.warp = 2;
  one.object = "d_M";
  one.object_begin = 4096 + 36;
  one.offsets[1] = 4096 + 36 + 8;
  one.bytes[1] = 8;
  one.offsets[31] = 4096 + 36 + 800;
  one.bytes[31] = 4;
  const nlohmann::json made = to_json(one);
  CHECK(made["object"] == "d_M");
  CHECK(made["block"] == nlohmann::json{3, 2, 1});
  CHECK(made["block_size"] == nlohmann::json{16, 8, 1});
  CHECK(made["warp"] == 2);
  CHECK(made["bytes"] == 8);
  CHECK(made["start"] == 36);
  REQUIRE(made["offsets"].size() == 32);
  CHECK(made["offsets"][0].is_null());
  CHECK(made["offsets"][1] == 8);
  CHECK(made["offsets"][31] == 800);
}
