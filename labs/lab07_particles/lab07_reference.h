// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The fountain, the swarm and the sparkler as the judge steps them: in float, one particle after
/// the other, as lab07.h says; and with one mistake in it, when a wrong result is to be explained.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace cudalab::lab07 {

enum class mistake {
  none,
  nothing_moves,   ///< the arrays stay as they were
  only_first,      ///< the first particle becomes all zeros, and the others stay
  late_respawn,    ///< age > max_age
  age_kept,        ///< respawned with its old age
  respawn_rests,   ///< respawned, and not moved in this step
  starts_only,     ///< respawned, and nothing else in this step
  age_as_velocity, ///< moves by (.x, .y, .z) of its state
  exchanged_sizes, ///< x / height, y / width
  whole_division,  ///< x / width in whole numbers
  sine_cosine,     ///< exchanged in the nozzle's position
  old_y,           ///< bounces where it was below, not where it is
  ground_left_out, ///< bounces below the ground, not on it
  square,          ///< |x| < 5 and |z| < 5
  new_place,       ///< the circle is asked for the new position
  no_bounce,
  gravity_last,    ///< falls after the bounce
  new_velocity,    ///< the fountain moves by the velocity after gravity
  old_velocity,    ///< the swarm moves by the velocity before the pull
  no_length,       ///< d instead of d / |d|
  pushed,          ///< away from the target
  old_distance,    ///< d of the position before the respawn
  no_cube,         ///< r instead of r^3
  zero_divided,    ///< d / |d| where |d| is 0
  rests_at_target, ///< a swarm's particle on its target returns
  each_axis,       ///< d.x / |d.x|, and so on
  fall_first,      ///< the sparkler falls before the drag
  drag_first,      ///< the sparkler moves by the velocity after drag and fall
  no_half,         ///< y instead of y + 0.5
  rough_pi,        ///< 3.14
  gust_inside,     ///< speed and gust are added before the direction is multiplied
  drag_not_x,
  drag_not_y,
  drag_not_z,
  old_age_colour, ///< the colour of the age before this step
  halves_exchanged,
  halves_interleaved, ///< position and colour of a particle beside each other
  width_for_both,     ///< y / width
  height_for_both,    ///< x / height
  angle_from_y,       ///< the sparkler's angle is made of y and height
  rounded_row,        ///< its y is made of the particle's number and 1 / width, in floats
  mesh_transposed,    ///< particle (x, y) has the number x * height + y
  place_by_height,    ///< at the start x is i % height, and y is i / height
  place_exchanged,    ///< at the start x is i / width, and y is i % width
  axes_exchanged,     ///< x counts with the y of blocks and threads
  grid_rounded_down,
  grid_exchanged,   ///< as many blocks in x as there should be in y
  grid_of_one_side, ///< height / block.x
  colours_kept,     ///< never stored
  states_kept,
  positions_kept,
  age_stays,
  upwards,            ///< the fountain's gravity is added
  bounce_same_sign,   ///< 0.2
  radius_not_squared, ///< x^2 + z^2 < 5
  bounce_everywhere,
  no_random,      ///< the fountain without 0.01 r
  length_squared, ///< d / |d|^2
  target_left_out,
  no_pull, ///< the swarm's target does not pull
  no_fall,
  no_drag,
  no_root,    ///< s = 1 - h^2
  place_kept, ///< a spark that begins again stays where it is
  no_gust
};

struct vec {
  float x = 0, y = 0, z = 0;
};

struct particle {
  float age = 0;
  vec velocity, position, colour;
  /// A branch was so close that rounding may decide it: what follows is not judged, until the
  /// particle begins again.
  bool undecided = false;
};

/// What all particles of a step have in common.
struct frame {
  int width = 1, height = 1, max_age = 1;
  float t = 0;
  vec r, target;       ///< the fountain uses r.x only
  double doubt = 1e-5; ///< so close to a branch either side is right
  bool first = false;  ///< the first step: it adds numbers that are given, so heights are exact
};

inline vec colour_of(float age, int max_age) {
  const float c = age / static_cast<float>(max_age);
  return {1.0f, 1.0f - 0.5f * c, 1.0f - c};
}

inline vec operator+(const vec& a, const vec& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline vec operator*(float factor, const vec& a) {
  return {factor * a.x, factor * a.y, factor * a.z};
}

/// -0.5 to 0.5 over the mesh.
inline float across(int index, int size, mistake made) {
  return (made == mistake::whole_division ? static_cast<float>(index / size)
                                          : static_cast<float>(index) / static_cast<float>(size)) -
         0.5f;
}

inline bool begins_again(const particle& p, const frame& now, mistake made) {
  const auto limit = static_cast<float>(now.max_age);
  return made == mistake::late_respawn ? p.age > limit : p.age >= limit;
}

inline void begin_again(particle& p, const vec& position, const vec& velocity, mistake made) {
  p.position = position;
  p.velocity = velocity;
  p.undecided = false;
  if (made != mistake::age_kept)
    p.age = 0;
}

/// What the mistaken kernel takes for the velocity.
inline vec velocity_read(const particle& p, mistake made) {
  return made == mistake::age_as_velocity ? vec{p.age, p.velocity.x, p.velocity.y} : p.velocity;
}

/// A place in the mesh.
struct mesh_place {
  int x, y;
};

/// What the mistaken kernel takes for the place of a particle that begins again.
inline mesh_place place_at_start(mesh_place right, const frame& now, mistake made) {
  const int i = right.y * now.width + right.x;
  return made == mistake::place_by_height   ? mesh_place{i % now.height, i / now.height}
         : made == mistake::place_exchanged ? mesh_place{right.y, right.x}
                                            : right;
}

inline void fountain(particle& p, int place_x, int place_y, const frame& now, mistake made) {
  const auto [x, y] = place_at_start({place_x, place_y}, now, made);
  const bool respawns = begins_again(p, now, made);
  if (respawns) {
    const bool for_x = made == mistake::exchanged_sizes || made == mistake::height_for_both;
    const bool for_y = made == mistake::exchanged_sizes || made == mistake::width_for_both;
    const float sine = 0.2f * std::sin(now.t), cosine = 0.2f * std::cos(now.t);
    const bool turned = made == mistake::sine_cosine;
    begin_again(p, {turned ? cosine : sine, 0, turned ? sine : cosine},
                {0.02f * across(x, for_x ? now.height : now.width, made),
                 0.015f + (made == mistake::no_random ? 0.0f : 0.01f * now.r.x),
                 0.02f * across(y, for_y ? now.width : now.height, made)},
                made);
  }
  if (respawns && made == mistake::starts_only) {
    p.colour = colour_of(p.age, now.max_age);
    return;
  }
  const vec old = p.position;
  if (!(respawns && made == mistake::respawn_rests))
    p.position = p.position + velocity_read(p, made);
  const float age = p.age;
  p.age += made == mistake::age_stays ? 0.0f : 1.0f;
  if (made != mistake::gravity_last)
    p.velocity.y -= made == mistake::upwards ? -0.0001f : 0.0001f;
  if (made == mistake::new_velocity)
    p.position.y = old.y + p.velocity.y;
  const vec& asked = made == mistake::new_place ? p.position : old;
  const float height = made == mistake::old_y ? old.y : p.position.y;
  const float radius2 = asked.x * asked.x + asked.z * asked.z;
  const bool inside = made == mistake::square ? std::abs(old.x) < 5 && std::abs(old.z) < 5
                      : made == mistake::bounce_everywhere
                          ? true
                          : radius2 < (made == mistake::radius_not_squared ? 5.0f : 25.0f);
  const bool low = made == mistake::ground_left_out ? height < 0 : height <= 0;
  if (low && inside && made != mistake::no_bounce)
    p.velocity.y *= made == mistake::bounce_same_sign ? 0.2f : -0.2f;
  if (made == mistake::gravity_last)
    p.velocity.y -= 0.0001f;
  const bool near_ground = !now.first && std::abs(double{height}) < now.doubt;
  const bool near_rim = std::abs(double{radius2} - 25) < 25 * now.doubt;
  if ((near_ground && (inside || near_rim)) || (near_rim && (height <= 0 || near_ground)))
    p.undecided = true;
  p.colour = colour_of(made == mistake::old_age_colour ? age : p.age, now.max_age);
}

/// 0 / 0 is not a number, but many ask first whether |d| is 0: not known.
inline float sign_of(float x) {
  return x == 0 ? HUGE_VALF : x / std::abs(x);
}

inline void swarm(particle& p, int, int, const frame& now, mistake made) {
  const particle loaded = p;
  const vec before = p.position;
  const bool respawns = begins_again(p, now, made);
  if (respawns) {
    vec cube = {now.r.x * now.r.x * now.r.x, now.r.y * now.r.y * now.r.y,
                now.r.z * now.r.z * now.r.z};
    if (made == mistake::no_cube)
      cube = now.r;
    begin_again(p, (made == mistake::target_left_out ? vec{} : now.target) + 2.0f * cube,
                0.001f * cube, made);
  }
  if (respawns && made == mistake::starts_only) {
    p.colour = colour_of(p.age, now.max_age);
    return;
  }
  const float age = p.age;
  p.age += made == mistake::age_stays ? 0.0f : 1.0f;
  const vec from = made == mistake::old_distance ? before : p.position;
  const vec d = now.target + -1.0f * from;
  const float length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  const vec old_velocity = p.velocity;
  if (length == 0 && made == mistake::rests_at_target) {
    p = loaded;
    return;
  }
  if (made == mistake::each_axis)
    p.velocity = p.velocity + 0.000005f * vec{sign_of(d.x), sign_of(d.y), sign_of(d.z)};
  else if ((length > 0 || made == mistake::zero_divided) && made != mistake::no_pull)
    p.velocity = p.velocity + ((made == mistake::pushed ? -0.000005f : 0.000005f) /
                               (made == mistake::no_length        ? 1.0f
                                : made == mistake::length_squared ? length * length
                                                                  : length)) *
                                  d;
  // Later the direction of a short d is all rounding, and where one begins again. Given numbers are
  // subtracted exactly.
  const bool is_given = now.first && !respawns;
  if (length != 0 && double{length} < 10 * now.doubt && !is_given)
    p.undecided = true;
  if (!(respawns && made == mistake::respawn_rests))
    p.position =
        p.position + (made == mistake::old_velocity ? old_velocity : velocity_read(p, made));
  p.colour = colour_of(made == mistake::old_age_colour ? age : p.age, now.max_age);
}

/// The constants are lab07.h's.
inline void sparkler(particle& p, int place_x, int place_y, const frame& now, mistake made) {
  const auto [x, y] = place_at_start({place_x, place_y}, now, made);
  constexpr float speed = 0.03f, gust = 0.004f, drag = 0.985f, fall = 0.0003f;
  const bool respawns = begins_again(p, now, made);
  if (respawns) {
    const bool for_x = made == mistake::exchanged_sizes || made == mistake::height_for_both;
    const bool for_y = made == mistake::exchanged_sizes || made == mistake::width_for_both;
    const bool of_y = made == mistake::angle_from_y;
    const float a = (made == mistake::rough_pi ? 6.28f : 6.2831853f) *
                    (across(of_y ? y : x, for_x || of_y ? now.height : now.width, made) + 0.5f);
    const int row = made == mistake::rounded_row
                        ? static_cast<int>(static_cast<float>(y * now.width + x) *
                                           (1.0f / static_cast<float>(now.width)))
                        : y;
    const float h = 2.0f * (static_cast<float>(row) + (made == mistake::no_half ? 0.0f : 0.5f)) /
                        static_cast<float>(for_y ? now.width : now.height) -
                    1.0f;
    const bool has_root = made != mistake::place_by_height && made != mistake::place_exchanged;
    const float s2 = has_root ? std::max(0.0f, 1.0f - h * h) : 1.0f - h * h;
    const float s = made == mistake::no_root ? s2 : std::sqrt(s2);
    const vec outward{s * std::cos(a), h, s * std::sin(a)};
    vec velocity = speed * outward + (made == mistake::no_gust ? 0.0f : gust) * now.r;
    if (made == mistake::gust_inside)
      velocity = {(speed + gust * now.r.x) * outward.x, (speed + gust * now.r.y) * outward.y,
                  (speed + gust * now.r.z) * outward.z};
    begin_again(p, made == mistake::place_kept ? p.position : now.target, velocity, made);
  }
  if (respawns && made == mistake::starts_only) {
    p.colour = colour_of(p.age, now.max_age);
    return;
  }
  const vec old = p.position;
  if (!(respawns && made == mistake::respawn_rests))
    p.position = p.position + velocity_read(p, made);
  const float age = p.age;
  p.age += made == mistake::age_stays ? 0.0f : 1.0f;
  const bool no_drag = made == mistake::no_drag;
  if (made == mistake::fall_first)
    p.velocity.y -= fall;
  p.velocity = {no_drag || made == mistake::drag_not_x ? p.velocity.x : drag * p.velocity.x,
                no_drag || made == mistake::drag_not_y ? p.velocity.y : drag * p.velocity.y,
                no_drag || made == mistake::drag_not_z ? p.velocity.z : drag * p.velocity.z};
  if (made != mistake::fall_first && made != mistake::no_fall)
    p.velocity.y -= fall;
  if (made == mistake::drag_first)
    p.position = old + p.velocity;
  p.colour = colour_of(made == mistake::old_age_colour ? age : p.age, now.max_age);
}

using stepper = void (*)(particle&, int x, int y, const frame&, mistake);

} // namespace cudalab::lab07
