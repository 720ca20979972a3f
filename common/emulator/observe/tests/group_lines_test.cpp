// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Findings in members of cooperative groups, which are inlined, have the student's lines.
#include "program_runs.h"

using namespace observe_test;

TEST_CASE("a mistake in an inlined member of a group has the line of its call") {
  struct expectation {
    const char *name, *kind, *text, *first, *second = nullptr;
  };
  const expectation all[] = {
      {"shuffle_races", "race", "", "shuffle_races", "writer of shuffle_races"},
      {"reduce_races", "race", "", "reduce_races", "writer of reduce_races"},
      {"tile_is_too_small", "race", "", "writer of tile_is_too_small", "tile_is_too_small"},
      {"copy_too_far", "out_of_bounds", "", "copy_too_far"},
      {"returns_before_sync", "barrier_divergence", "16 threads returned at line",
       "barrier of returns_before_sync", "returns_before_sync"},
      {"scan_in_branch", "absent_lanes", "12 lanes wait at inclusive_scan() in line",
       "scan_in_branch", "barrier of scan_in_branch"},
      {"reduce_after_return", "absent_lanes", "reduce() reads lane 24, which has returned",
       "reduce_after_return", "return of reduce_after_return"},
      {"scan_after_return", "absent_lanes", "exclusive_scan() reads lane 3, which has returned",
       "scan_after_return", "return of scan_after_return"},
      {"borrowed_group", "invalid_mask", "lane 1 calls any() with the mask 0x00000001",
       "borrowed_group"},
  };
  for (const expectation& each : all) {
    CAPTURE(each.name);
    const json found = run(program("groups.cu"), each.name);
    REQUIRE(!found.empty());
    CHECK(found[0]["kind"] == each.kind);
    CHECK_MESSAGE(has(found[0]["text"], each.text), found[0]["text"]);
    const json& parties = found[0]["parties"];
    CHECK(parties[0]["file"].get<std::string>().ends_with("programs/groups.cu"));
    CHECK(parties[0]["line"] == line_with(each.first, "groups.cu"));
    if (each.second != nullptr)
      CHECK(parties[1]["line"] == line_with(each.second, "groups.cu"));
  }
}

TEST_CASE("a kernel in a namespace has its lines, and the way past a barrier is told") {
  const json found = run(program("groups.cu"), "in_namespace");
  REQUIRE(found.size() == 1);
  CHECK(found[0]["kind"] == "barrier_divergence");
  const int barrier = line_with("barrier of in_namespace", "groups.cu");
  CHECK(found[0]["parties"][0]["line"] == barrier);
  CHECK(found[0]["parties"][1]["line"] == line_with("in_namespace", "groups.cu"));
  CHECK_MESSAGE(has(found[0]["remedy"],
                    "come to the barrier in line " + std::to_string(barrier) +
                        " in each round: look at the "
                        "`continue` in line " +
                        std::to_string(line_with("way out of in_namespace", "groups.cu"))),
                found[0]["remedy"]);
}

TEST_CASE("the barrier of a tile is told where the block's is needed") {
  const json found = run(program("groups.cu"), "tile_for_block");
  REQUIRE(!found.empty());
  CHECK(found[0]["kind"] == "race");
  const std::string line = std::to_string(line_with("barrier of tile_for_block", "groups.cu"));
  CHECK_MESSAGE(has(found[0]["text"], "the barrier in line " + line +
                                          " is one of a warp, and the two threads are in "
                                          "different warps"),
                found[0]["text"]);
  CHECK_MESSAGE(has(found[0]["remedy"],
                    "the barrier in line " + line + " holds back the threads of one warp only"),
                found[0]["remedy"]);
}

TEST_CASE("a barrier of a warp is not told where it is before the loop, or in a branch") {
  for (const char* name : {"tile_in_branch", "tile_before_loop"}) {
    CAPTURE(name);
    const json found = run(program("groups.cu"), name);
    REQUIRE(!found.empty());
    for (const json& each : found) {
      CHECK(each["kind"] == "race");
      CHECK_MESSAGE(!has(each["text"], "is one of a warp"), each["text"]);
    }
  }
}

TEST_CASE("a tile's barrier orders its lanes") {
  const json found = run(program("groups.cu"), "good");
  CHECK_MESSAGE(found.empty(), found.dump());
}
