// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/scene.h"

#include <cmath>
#include <cstdio>

namespace cudalab::viewer {

const system_facts& facts_of(particle_system what) {
  return systems.at(static_cast<std::size_t>(what));
}

float gravity_radius(int count) {
  return std::sqrt(static_cast<float>(count)) / 256.0f;
}

float radius_of(const scene& shown) {
  const float radius = facts_of(shown.what).radius;
  return shown.what == particle_system::gravity ? radius * gravity_radius(shown.count()) : radius;
}

std::string as_text(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

namespace {

constexpr double period = 0.5;

std::string rounded(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

} // namespace

bool frame_counter::add(double now, double step_seconds) {
  if (!since_) {
    since_ = now;
    return false;
  }
  ++frames_;
  stepping_ += step_seconds;
  const double passed = now - *since_;
  if (passed < period)
    return false;
  frames_a_second = frames_ / passed;
  step_milliseconds = 1000 * stepping_ / frames_;
  since_ = now;
  frames_ = 0;
  stepping_ = 0;
  return true;
}

std::string title_of(const scene& shown, const frame_counter& counted, bool paused,
                     const std::string& device) {
  const system_facts& facts = facts_of(shown.what);
  std::string text =
      std::string(facts.name) + ", " + as_text(shown.width, shown.height) + " particles";
  if (facts.has_blocks)
    text +=
        ", blocks of " + as_text(static_cast<int>(shown.block.x), static_cast<int>(shown.block.y));
  if (paused)
    text += ", paused";
  else if (counted.frames_a_second)
    text += ", " + rounded(*counted.frames_a_second, 0) + " fps, " +
            rounded(counted.step_milliseconds, 2) + " ms a step";
  return text + " - " + device;
}

} // namespace cudalab::viewer
