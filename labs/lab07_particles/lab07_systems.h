// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Scenes of the fountain, the swarm and the sparkler: a beginning, the numbers of each step, and
/// where all of it ends.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "grader/test_case.h"
#include "lab07_reference.h"

namespace cudalab::lab07 {

using block_shape = std::array<unsigned, 3>;

enum class system { fountain, swarm, sparkler };

/// published: ages are random, positions 0 and velocities -10,000: far away until they begin again.
/// in_flight: anywhere near the ground and the rim of the circle, fast and slow; some on their way
/// to exactly y = 0.
enum class beginning { published, in_flight };

struct scene {
  system what = system::fountain;
  int width = 1, height = 1, max_age = 600, steps = 1;
  block_shape block{16, 16, 1};
  beginning from = beginning::in_flight;
  bool at_target = false;   ///< r is 0: a swarm is born on its target
  bool near_target = false; ///< all that live stand still, next to it
  /// Of these: the target is (0, 0, 0) at first, so that distances may be as short as floats are
  /// long; some are 0.
  bool target_at_zero = false;
};

/// A scene with all its numbers.
struct scene_data {
  scene of;
  float t = 0;
  std::vector<vec> r, target; ///< one a step
  std::vector<particle> begin;
};

/// The two arrays after all steps, and the numbers in them that rounding decides.
struct stepped {
  std::vector<double> vbo, state;
  std::vector<std::size_t> undecided_vbo, undecided_state;
};

inline stepper stepper_of(system what) {
  return what == system::fountain ? fountain : what == system::swarm ? swarm : sparkler;
}

/// How close to a branch a right program may be on the other side: rounding errors add up.
inline double doubt_after(int steps) {
  return steps <= 10 ? 1e-5 : 1e-4;
}

/// One particle through all steps. `time_step`: t grows by that much.
inline particle follow(const scene_data& data, int x, int y, const particle& begin, mistake made) {
  particle p = begin;
  const scene& of = data.of;
  const stepper step = stepper_of(of.what);
  for (int i = 0; i < of.steps; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const particle before = p;
    step(p, x, y,
         {of.width, of.height, of.max_age, data.t + 0.01f * static_cast<float>(i), data.r[at],
          data.target.empty() ? vec{} : data.target[at], doubt_after(of.steps), i == 0},
         made);
    if (made == mistake::colours_kept)
      p.colour = before.colour;
    if (made == mistake::positions_kept)
      p.position = before.position;
    if (made == mistake::states_kept) {
      p.age = before.age;
      p.velocity = before.velocity;
    }
  }
  return p;
}

/// Puts a particle where it stands in arrays for `count` particles.
inline void store(stepped& all, std::size_t i, std::size_t count, const particle& p) {
  const double position[] = {p.position.x, p.position.y, p.position.z, 1};
  const double colour[] = {p.colour.x, p.colour.y, p.colour.z, 0};
  const double state[] = {p.age, p.velocity.x, p.velocity.y, p.velocity.z};
  for (std::size_t k = 0; k < 4; ++k) {
    all.vbo[4 * i + k] = position[k];
    all.vbo[4 * (count + i) + k] = colour[k];
    all.state[4 * i + k] = state[k];
  }
  if (p.undecided)
    for (std::size_t k = 0; k < 3; ++k) {
      all.undecided_vbo.push_back(4 * i + k);
      all.undecided_state.push_back(4 * i + 1 + k);
    }
}

inline stepped arrays_for(std::size_t count) {
  return {std::vector<double>(8 * count), std::vector<double>(4 * count), {}, {}};
}

/// Threads in one direction, in blocks that cover `size`.
inline int covered(int size, unsigned block) {
  const auto threads = static_cast<int>(block);
  return (size + threads - 1) / threads * threads;
}

/// Where d_vbo is taken for position, colour, position, colour. Of one step.
inline stepped step_interleaved(const scene_data& data) {
  const std::size_t count = data.begin.size();
  stepped all = arrays_for(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto width = static_cast<std::size_t>(data.of.width);
    particle p = data.begin[i];
    p.position = 2 * i < count ? data.begin[2 * i].position : data.begin[2 * i - count].colour;
    p = follow(data, static_cast<int>(i % width), static_cast<int>(i / width), p, mistake::none);
    stepped one = arrays_for(1);
    store(one, 0, 1, p);
    one.vbo[3] = std::numeric_limits<double>::infinity(); // loaded or made: 0, if from a colour
    std::copy(one.vbo.begin(), one.vbo.end(), all.vbo.begin() + static_cast<std::ptrdiff_t>(8 * i));
    std::copy(one.state.begin(), one.state.end(),
              all.state.begin() + static_cast<std::ptrdiff_t>(4 * i));
    for (const std::size_t each : one.undecided_state)
      all.undecided_state.push_back(4 * i + each);
    for (const std::size_t each : one.undecided_vbo)
      all.undecided_vbo.push_back(8 * i + each);
  }
  return all;
}

inline stepped step_all(const scene_data& data, mistake made) {
  const scene& of = data.of;
  stepped all = arrays_for(data.begin.size());
  const auto whole = [&](int size, unsigned block) {
    return made == mistake::grid_rounded_down
               ? size / static_cast<int>(block) * static_cast<int>(block)
               : size;
  };
  if (made == mistake::halves_interleaved)
    return step_interleaved(data);
  int columns = whole(of.width, of.block[0]), rows = whole(of.height, of.block[1]);
  if (made == mistake::axes_exchanged) {
    columns = covered(of.height, of.block[1]);
    rows = covered(of.width, of.block[0]);
  }
  const auto blocks = [](int size, unsigned block) {
    return covered(size, block) / static_cast<int>(block);
  };
  const auto threads = [](int count, unsigned block) { return count * static_cast<int>(block); };
  if (made == mistake::grid_exchanged) {
    columns = threads(blocks(of.height, of.block[1]), of.block[0]);
    rows = threads(blocks(of.width, of.block[0]), of.block[1]);
  }
  if (made == mistake::grid_of_one_side)
    rows = threads(blocks(of.height, of.block[0]), of.block[1]);
  for (int y = 0; y < of.height; ++y)
    for (int x = 0; x < of.width; ++x) {
      const auto i = static_cast<std::size_t>(made == mistake::mesh_transposed ? x * of.height + y
                                                                               : y * of.width + x);
      const particle& begin = data.begin[i];
      const bool moves = made != mistake::nothing_moves && x < columns && y < rows;
      store(all, i, data.begin.size(), moves ? follow(data, x, y, begin, made) : begin);
    }
  if (made == mistake::only_first) {
    particle zeros;
    zeros.colour = colour_of(0, of.max_age);
    all = step_all(data, mistake::nothing_moves);
    store(all, 0, data.begin.size(), zeros);
  }
  if (made == mistake::halves_exchanged)
    std::rotate(all.vbo.begin(), all.vbo.begin() + static_cast<std::ptrdiff_t>(all.vbo.size() / 2),
                all.vbo.end());
  return all;
}

// ---- Beginnings
// ----------------------------------------------------------------------------------

inline vec three(grader::random_source& random, float low, float high) {
  const float x = random.uniform(low, high), y = random.uniform(low, high);
  return {x, y, random.uniform(low, high)};
}

/// Next to a target at (0, 0, 0). The shortest have squares that are floats still: whether a
/// shorter one is 0 depends on how its length is computed.
inline vec next_to_zero(grader::random_source& random) {
  if (random.integer(0, 9) == 0)
    return {};
  const float length = std::pow(10.0f, random.uniform(-16, -3.5f));
  return length * three(random, -1, 1);
}

inline particle first_state(grader::random_source& random, const scene& of) {
  particle p;
  p.colour = {-1, -1, -1};
  if (of.from == beginning::published) {
    p.age = static_cast<float>(random.integer(0, of.max_age - 1));
    p.velocity = {-10000, -10000, -10000};
    return p;
  }
  p.age = static_cast<float>(random.integer(std::max(0, of.max_age - 12), of.max_age));
  p.velocity = three(random, -0.03f, 0.03f);
  p.position = three(random, -6.5f, 6.5f);
  const bool near_ground = random.integer(0, 1) == 0;
  p.position.y = random.uniform(-0.03f, near_ground ? 0.03f : 2.0f);
  if (near_ground && static_cast<int>(p.age) % 8 == 0)
    p.velocity.y = -p.position.y; // its first step ends exactly on the ground
  return p;
}

inline std::shared_ptr<const scene_data> make_scene(grader::random_source& random,
                                                    const scene& of) {
  auto data = std::make_shared<scene_data>();
  data->of = of;
  data->t = random.uniform(0, 6);
  vec target = three(random, -1, 1);
  if (of.target_at_zero)
    target = {};
  for (int i = 0; i < of.steps; ++i) {
    if (of.what == system::fountain) {
      data->r.push_back({random.uniform(0, 1), 0, 0});
      continue;
    }
    data->r.push_back(of.at_target ? vec{} : three(random, -0.5f, 0.5f));
    data->target.push_back(target);
    target = target + three(random, -0.01f, 0.01f);
  }
  for (int i = 0; i < of.width * of.height; ++i)
    data->begin.push_back(first_state(random, of));
  if (of.near_target)
    for (particle& each : data->begin) {
      each.position = of.target_at_zero ? next_to_zero(random)
                                        : data->target.front() + three(random, -0.0004f, 0.0004f);
      each.velocity = {};
    }
  return data;
}

} // namespace cudalab::lab07
