// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/keys.h"

#include <set>

#include <doctest/doctest.h>

using namespace cudalab::viewer;

namespace {

controls after(const std::string& keys) {
  controls wanted;
  for (const char key : keys)
    press(wanted, key);
  return wanted;
}

} // namespace

TEST_CASE("space pauses and goes on") {
  CHECK_FALSE(after("").paused);
  CHECK(after(" ").paused);
  CHECK_FALSE(after("  ").paused);
}

TEST_CASE("n makes one step and pauses") {
  CHECK(after("n").one_step);
  CHECK(after("n").paused);
  CHECK(after("nn").paused);
}

TEST_CASE("each digit is a shape of blocks, and all shapes are on the page of the lab") {
  CHECK(after("").block == block_shape{16, 16});
  CHECK(after("1").block == block_shape{1, 1});
  CHECK(after("6").block == block_shape{256, 1});
  CHECK(after("8").block == block_shape{1, 256});
  CHECK(after("9").block == block_shape{12, 12});
  CHECK(after("60").block == block_shape{256, 1});
  for (const block_shape& each : block_shapes)
    CHECK(each.x * each.y <= most_threads);
}

TEST_CASE("letters choose a system, which begins and is looked at afresh") {
  const controls swarm = after("s");
  CHECK(swarm.what == particle_system::swarm);
  CHECK(swarm.restart);
  CHECK(swarm.look_again);
  CHECK(after("k").what == particle_system::sparkler);
  CHECK(after("g").what == particle_system::gravity);
  CHECK(after("gf").what == particle_system::fountain);
  CHECK_FALSE(after("f").restart); // it is shown already
}

TEST_CASE("Esc and q end") {
  CHECK(after("q").quit);
  CHECK(after(std::string(1, escape)).quit);
  CHECK_FALSE(after("x1 s").quit);
}

TEST_CASE("the other wishes") {
  CHECK(after("r").restart);
  CHECK(after("c").look_again);
  CHECK(after("p").save_picture);
  CHECK(after("h").help);
  CHECK(after("v").unlimited);
  CHECK_FALSE(after("vv").unlimited);
}

TEST_CASE("no key has two meanings, and the help names each system and each shape") {
  std::set<char> keys = {' ', 'n', 'v', 'r', 'c', 'p', 'h', 'q', escape};
  for (const system_facts& each : systems) {
    CHECK(keys.insert(each.key).second);
    CHECK(&facts_of(each.what) == &each);
    CHECK(key_help().find(std::string(1, each.key) + ": " + each.name) != std::string::npos);
  }
  CHECK(key_help().find("6: 256x1") != std::string::npos);
}
