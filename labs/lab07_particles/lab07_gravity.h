// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Gravity as the judge steps it: positions and velocities in float, sums in double.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::lab07 {

enum class gravity_mistake {
  none,
  nothing_moves,
  moved_already,   ///< reads positions that threads before it have already moved
  first_tile_only, ///< of 256
  last_tile_missing,
  zeros_in_32, ///< the last tile, of so many, is filled up with bodies at (0, 0, 0)
  zeros_in_64,
  zeros_in_128,
  zeros_in_256,
  zeros_in_512,
  zeros_in_1024,
  pushed,            ///< mine - other
  not_scaled,        ///< the factor 1000 is missing
  one_sided,         ///< d > 0.1 in place of |d| > 0.1
  velocity_replaced, ///< velocity = sum
  old_velocity,      ///< moves by the old velocity
  old_colour,        ///< its colour is that of the old velocity
  rest_of_two,       ///< bodies pull two at a time, and what is left over does not pull
  rest_of_four,
  rest_of_eight,
  halves_exchanged
};

/// How many bodies pull at a time, where the rest is forgotten. 1: no such mistake.
inline std::size_t taken_together(gravity_mistake made) {
  return made == gravity_mistake::rest_of_two     ? 2
         : made == gravity_mistake::rest_of_four  ? 4
         : made == gravity_mistake::rest_of_eight ? 8
                                                  : 1;
}

/// Of how many places the last tile is, where those that no body fills pull too. 0: no such
/// mistake.
inline std::size_t filled_up_to(gravity_mistake made) {
  using m = gravity_mistake;
  return made == m::zeros_in_32     ? 32
         : made == m::zeros_in_64   ? 64
         : made == m::zeros_in_128  ? 128
         : made == m::zeros_in_256  ? 256
         : made == m::zeros_in_512  ? 512
         : made == m::zeros_in_1024 ? 1024
                                    : 0;
}

/// Numbers of one axis of one body. Where rounding decides a branch, what follows is not judged.
struct axis {
  float position = 0, velocity = 0;
  bool undecided = false;
};
using body = std::array<axis, 3>;
using bodies = std::vector<body>;

inline constexpr std::size_t usual_tile = 256;

/// The sum of 1 / d for one body, and whether a |d| is closer than `doubt` to 0.1.
struct pulled {
  double sum = 0;
  bool undecided = false;
};

inline pulled pull_on(const bodies& all, std::size_t first, std::size_t last, std::size_t me,
                      std::size_t k, double doubt, double scale = 1000, bool one_sided = false) {
  pulled result;
  const double mine = all[me][k].position;
  for (std::size_t j = first; j < last; ++j) {
    const double d = scale * (all[j][k].position - mine);
    if (std::abs(d) > 0.1 && !(one_sided && d < 0))
      result.sum += 1 / d;
    result.undecided = result.undecided || std::abs(std::abs(d) - 0.1) < doubt;
  }
  return result;
}

/// Of the places in the last tile that no body fills.
inline double pull_of_zeros(double mine, std::size_t count, std::size_t tile) {
  const auto zeros = static_cast<double>((tile - count % tile) % tile);
  return 1000 * std::abs(mine) > 0.1 ? zeros / (-1000 * mine) : 0;
}

inline void pull_and_move(axis& one, double sum, gravity_mistake made) {
  const float before = one.velocity;
  one.velocity = made == gravity_mistake::velocity_replaced
                     ? static_cast<float>(sum)
                     : static_cast<float>(one.velocity + sum);
  one.position += 0.0000001f * (made == gravity_mistake::old_velocity ? before : one.velocity);
}

/// One step of all. After the first, positions of two right programs may differ by a rounding,
/// which is 1000 times as much in d.
inline bodies gravity_once(const bodies& old, int step, gravity_mistake made) {
  const double doubt = step == 0 ? 1e-5 : 2e-4;
  const std::size_t count = old.size();
  std::size_t last = count;
  if (made == gravity_mistake::first_tile_only)
    last = std::min(count, usual_tile);
  if (made == gravity_mistake::last_tile_missing)
    last = count / usual_tile * usual_tile;
  last = last / taken_together(made) * taken_together(made);
  bodies now = old;
  const bodies& read = made == gravity_mistake::moved_already ? now : old;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      pulled of =
          pull_on(read, 0, last, i, k, doubt, made == gravity_mistake::not_scaled ? 1 : 1000,
                  made == gravity_mistake::one_sided);
      if (const std::size_t tile = filled_up_to(made); tile != 0)
        of.sum += pull_of_zeros(old[i][k].position, count, tile);
      if (made == gravity_mistake::pushed)
        of.sum = -of.sum;
      now[i][k].undecided = now[i][k].undecided || of.undecided;
      pull_and_move(now[i][k], of.sum, made);
    }
  return now;
}

struct gravity_scene {
  int count = 1, steps = 1;
  /// Bodies that fly so fast show whether all positions are the old ones. Slow ones show the sums.
  float fastest = 0;

  /// Rounding of the sums, also when every pull is added to the velocity at once.
  double tolerance() const { return 0.004 + 0.5 * 6e-8 * double{fastest} * count * steps; }
};

inline bodies make_bodies(grader::random_source& random, const gravity_scene& of) {
  bodies all(static_cast<std::size_t>(of.count));
  for (body& each : all)
    for (axis& one : each) {
      one.position = random.uniform(-1, 1);
      one.velocity = of.fastest == 0 ? 0 : random.uniform(-of.fastest, of.fastest);
    }
  return all;
}

/// d_vbo and d_state as one program writes them.
struct gravity_arrays {
  std::vector<double> vbo, state;
  std::vector<std::size_t> undecided_vbo, undecided_state;
};

inline gravity_arrays arrays_of(const bodies& all, double tolerance, bool exchanged = false) {
  const std::size_t count = all.size();
  gravity_arrays made{std::vector<double>(8 * count), std::vector<double>(4 * count), {}, {}};
  const std::size_t positions = exchanged ? count : 0, colours = exchanged ? 0 : count;
  for (std::size_t i = 0; i < count; ++i) {
    made.vbo[4 * (positions + i) + 3] = 1;
    made.state[4 * i] = 7; // ages stay as they are
    for (std::size_t k = 0; k < 3; ++k) {
      const axis& one = all[i][k];
      made.vbo[4 * (positions + i) + k] = one.position;
      made.vbo[4 * (colours + i) + k] = one.velocity > 0 ? 1.0 : double{0.4f};
      made.state[4 * i + 1 + k] = one.velocity;
      if (one.undecided) {
        made.undecided_vbo.push_back(4 * i + k);
        made.undecided_state.push_back(4 * i + 1 + k);
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) // rising numbers: after all positions
    for (std::size_t k = 0; k < 3; ++k)
      if (all[i][k].undecided || std::abs(double{all[i][k].velocity}) < tolerance)
        made.undecided_vbo.push_back(4 * (count + i) + k);
  return made;
}

/// Colours are those of the velocity before the last step. Infinity: rounding may decide them.
inline void colour_as(const bodies& before, bool as_begun, double tolerance, gravity_arrays& all) {
  const std::size_t count = before.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const axis& one = before[i][k];
      const bool known =
          as_begun || (!one.undecided && std::abs(double{one.velocity}) >= tolerance);
      all.vbo[4 * (count + i) + k] = !known ? HUGE_VAL : one.velocity > 0 ? 1.0 : double{0.4f};
    }
}

/// After `steps` steps.
inline gravity_arrays gravity_after(const bodies& begin, int steps, gravity_mistake made,
                                    double tolerance) {
  bodies now = begin, before = begin;
  for (int i = 0; i < steps && made != gravity_mistake::nothing_moves; ++i) {
    before = now;
    now = gravity_once(now, i, made);
  }
  gravity_arrays all = arrays_of(now, tolerance, made == gravity_mistake::halves_exchanged);
  if (made == gravity_mistake::old_colour)
    colour_as(before, steps == 1, tolerance, all);
  return all;
}

} // namespace cudalab::lab07
