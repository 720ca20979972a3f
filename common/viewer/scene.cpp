// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/scene.h"

#include <cmath>

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

} // namespace cudalab::viewer
