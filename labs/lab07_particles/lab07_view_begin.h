// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How the particles of `./lab view lab07` begin, and the numbers of each step. Part of
/// lab07_view.cu. Every run has the same numbers.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include <cuda_runtime.h>

#include "viewer/particles.h"

namespace cudalab::viewer {

namespace {

#ifdef CUDALAB_EMULATED_DEVICE
constexpr bool emulated = true;
#else
constexpr bool emulated = false;
#endif

/// Steps that a particle lives.
int max_age(particle_system what) {
  return what == particle_system::sparkler ? 150 : 600;
}

/// What one step has for all particles: lab07.h has the ranges of t, r and target.
struct step_numbers {
  float t;
  float3 r;
  float3 target;
};

class number_source {
public:
  step_numbers next() {
    const float s = static_cast<float>(step_++);
    const float x = around_zero(), y = around_zero(), z = around_zero();
    return {
        0.01f * s,
        {x, y, z},
        {0.8f * std::sin(0.011f * s), 0.5f * std::sin(0.017f * s), 0.8f * std::cos(0.013f * s)}};
  }

private:
  float around_zero() { return std::uniform_real_distribution<float>(-0.5f, 0.5f)(random_); }

  std::mt19937 random_{7};
  int step_ = 0;
};

/// Particles of a mesh are far away until they begin for the first time, each at its own step;
/// bodies rest.
std::vector<float4> first_states(const scene& shown) {
  std::mt19937 random(11);
  std::uniform_int_distribution<int> age(0, max_age(shown.what) - 1);
  std::vector<float4> states;
  for (int i = 0; i < shown.count(); ++i)
    states.push_back(shown.what == particle_system::gravity
                         ? float4{0, 0, 0, 0}
                         : float4{static_cast<float>(age(random)), -10000, -10000, -10000});
  return states;
}

/// Somewhere in a ball around 0.
float4 in_ball(std::mt19937& random, float radius) {
  std::uniform_real_distribution<float> side(-1, 1);
  for (;;) {
    const float x = side(random), y = side(random), z = side(random);
    if (x * x + y * y + z * z <= 1)
      return {radius * x, radius * y, radius * z, 1};
  }
}

} // namespace

std::vector<float> first_content(const scene& shown) {
  std::mt19937 random(5);
  std::vector<float> content;
  for (int i = 0; i < shown.count(); ++i) {
    const float4 at = shown.what == particle_system::gravity
                          ? in_ball(random, gravity_radius(shown.count()))
                          : float4{0, 0, 0, 1};
    content.insert(content.end(), {at.x, at.y, at.z, at.w});
  }
  content.resize(2 * content.size());
  return content;
}

void use_default_size(scene& shown) {
  // Gravity is count times count interactions a step.
  const bool many = shown.what != particle_system::gravity;
  shown.width = many ? 256 : emulated ? 32 : 128;
  shown.height = shown.width;
}

} // namespace cudalab::viewer
