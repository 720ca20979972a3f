// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/scene.h"

#include <doctest/doctest.h>

using namespace cudalab::viewer;

namespace {

frame_counter counted(int frames, double seconds_a_frame, double seconds_a_step) {
  frame_counter counter;
  for (int i = 0; i <= frames; ++i)
    counter.add(100 + i * seconds_a_frame, seconds_a_step);
  return counter;
}

} // namespace

TEST_CASE("frames a second are those of the last half second") {
  CHECK_FALSE(counted(3, 0.1, 0.01).frames_a_second);
  const frame_counter slow = counted(6, 0.1, 0.01);
  REQUIRE(slow.frames_a_second);
  CHECK(*slow.frames_a_second == doctest::Approx(10).epsilon(0.01));
  CHECK(slow.step_milliseconds == doctest::Approx(10));
  frame_counter changing = counted(100, 0.1, 0.01);
  for (int i = 1; i <= 200; ++i)
    changing.add(110 + 0.01 * i, 0.001);
  CHECK(*changing.frames_a_second == doctest::Approx(100).epsilon(0.05));
  CHECK(changing.step_milliseconds == doctest::Approx(1).epsilon(0.05));
}

TEST_CASE("new figures are told twice a second") {
  frame_counter counter;
  int told = 0;
  for (int i = 0; i <= 1000; ++i)
    told += counter.add(0.01 * i, 0) ? 1 : 0;
  CHECK(told >= 19);
  CHECK(told <= 20);
}

TEST_CASE("the title") {
  const scene shown{particle_system::swarm, 256, 128, {32, 8}};
  CHECK(title_of(shown, {}, false, "a device") ==
        "swarm, 256 x 128 particles, blocks of 32 x 8 - a device");
  CHECK(title_of(shown, counted(60, 1 / 60.0, 0.00225), false, "a device") ==
        "swarm, 256 x 128 particles, blocks of 32 x 8, 60 fps, 2.25 ms a step - a device");
  CHECK(title_of(shown, counted(60, 1 / 60.0, 0.00225), true, "a device") ==
        "swarm, 256 x 128 particles, blocks of 32 x 8, paused - a device");
  const scene bodies{particle_system::gravity, 32, 32, {16, 16}};
  CHECK(title_of(bodies, {}, false, "a device") == "gravity, 32 x 32 particles - a device");
}
