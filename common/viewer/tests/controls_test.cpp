// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/controls.h"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

using namespace cudalab::viewer;

namespace {

constexpr std::array<float, 3> centre = {1, 2, 3};

/// How far from the picture's middle a point of the scene is seen.
float seen_from_middle(const camera& from, const std::array<float, 3>& point, float aspect = 1) {
  const auto at = project(from.matrix(aspect), point);
  return std::hypot(at[0], at[1]);
}

} // namespace

TEST_CASE("the centre is in the middle, however it is turned and zoomed") {
  camera from(centre, 2);
  for (int i = 0; i < 5; ++i) {
    from.rotate(0.3f, 0.2f);
    from.zoom(1);
    CHECK(seen_from_middle(from, centre) < 1e-5f);
  }
}

TEST_CASE("a ball of the radius fits into the picture, and fills most of it") {
  const camera from(centre, 2);
  for (const float aspect : {0.5f, 1.0f, 1.6f})
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const float side : {-2.0f, 2.0f}) {
        auto point = centre;
        point[axis] += side;
        const auto at = project(from.matrix(aspect), point);
        CHECK(std::abs(at[0]) < 1.01f);
        CHECK(std::abs(at[1]) < 1.01f);
        CHECK(at[2] > -1);
        CHECK(at[2] < 1);
      }
  CHECK(seen_from_middle(from, {1, 4, 3}) > 0.7f);
}

TEST_CASE("up is up") {
  const camera from(centre, 2);
  CHECK(project(from.matrix(1), {1, 2.5f, 3})[1] > 0.1f);
}

TEST_CASE("the mouse takes the near side along") {
  camera from({0, 0, 0}, 1);
  // The point of the ball that is nearest to the eye.
  std::array<float, 3> nearest{};
  float least = 2;
  for (int i = 0; i < 360; ++i) {
    const float angle = 0.0174533f * static_cast<float>(i);
    const std::array<float, 3> point = {std::sin(angle), 0, std::cos(angle)};
    if (const float depth = project(from.matrix(1), point)[2]; depth < least) {
      least = depth;
      nearest = point;
    }
  }
  const auto before = project(from.matrix(1), nearest);
  from.rotate(0.1f, 0);
  CHECK(project(from.matrix(1), nearest)[0] > before[0] + 0.1f);
  from.rotate(-0.1f, 0.1f);
  CHECK(project(from.matrix(1), nearest)[1] < before[1] - 0.1f);
}

TEST_CASE("it cannot be turned over the poles") {
  camera from({0, 0, 0}, 1);
  from.rotate(0, 100);
  CHECK(project(from.matrix(1), {0, 0.5f, 0})[1] > 0);
  from.rotate(0, -200);
  CHECK(project(from.matrix(1), {0, 0.5f, 0})[1] > 0);
}

TEST_CASE("a whole turn is no turn") {
  camera from(centre, 2);
  const auto before = from.matrix(1);
  from.rotate(2, 0);
  for (std::size_t i = 0; i < 16; ++i)
    CHECK(from.matrix(1)[i] == doctest::Approx(before[i]).epsilon(1e-4));
}

TEST_CASE("the wheel takes it nearer and farther, within bounds") {
  camera from(centre, 2);
  const float first = from.distance();
  const float small = seen_from_middle(from, {1, 3, 3});
  from.zoom(3);
  CHECK(from.distance() < first);
  CHECK(seen_from_middle(from, {1, 3, 3}) > small);
  from.zoom(-3);
  CHECK(from.distance() == doctest::Approx(first));
  from.zoom(10'000);
  CHECK(from.distance() > 0);
  from.zoom(-10'000);
  CHECK(from.distance() < 1000);
}

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
