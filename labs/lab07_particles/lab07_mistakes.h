// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a student reads when the particles moved as a known mistake moves them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lab07_scene_cases.h"

namespace cudalab::lab07 {

struct explained {
  mistake made;
  const char* message;
};

/// Mistakes that a system of lab07.h can be made with.
inline std::vector<explained> mistakes_of(system what) {
  using m = mistake;
  std::vector<explained> all = {
      {m::nothing_moves, "nothing has moved: no thread changes the particle that it has loaded"},
      {m::grid_rounded_down,
       "the particles at the right and lower edges do not move: the number of blocks is rounded "
       "down where the mesh is no multiple of the block"},
      {m::late_respawn, "particles begin again one step too late: it is age >= max_age"},
      {m::age_kept, "a particle that begins again keeps its old age: its age must become 0"},
      {m::halves_exchanged, "positions and colours are exchanged: d_vbo holds all positions "
                            "first, then all colours"},
      {m::old_age_colour, "colours are those of the age before this step: the age grows first"}};
  const std::vector<explained> of_fountain = {
      {m::only_first, "all threads write particle 0, and zeros: each thread should find its own "
                      "particle, from blockIdx, blockDim and threadIdx, and load it"},
      {m::respawn_rests, "a particle that begins again does not move in this step: it should go "
                         "on with its new position and velocity"},
      {m::exchanged_sizes, "width and height are exchanged in the velocity at the start: x is "
                           "divided by the width, y by the height"},
      {m::whole_division, "x / width is computed in whole numbers and is always 0: make one of "
                          "them a float first"},
      {m::mesh_transposed,
       "particle (x, y) has the number y * width + x: here it is x * height + y"},
      {m::sine_cosine, "sine and cosine are exchanged in the position at the start"},
      {m::old_y, "the bounce asks for the old y: it should be the y after the move"},
      {m::square, "the bounce asks for a square, |x| < 5 and |z| < 5: it is a circle, "
                  "x^2 + z^2 < 25"},
      {m::new_place, "the bounce asks whether the new position is in the circle: it should be the "
                     "old one"},
      {m::no_bounce, "nothing bounces: where y <= 0 in the circle, the vertical velocity is "
                     "multiplied by -0.2"},
      {m::gravity_last, "gravity is subtracted after the bounce: first the fall, then the bounce"},
      {m::new_velocity, "particles move by the velocity after gravity: first the move, then the "
                        "fall"}};
  const std::vector<explained> of_swarm = {
      {m::old_velocity, "particles move by the old velocity: first the pull, then the move"},
      {m::no_length, "the pull grows with the distance: d must be divided by its length |d|"},
      {m::pushed, "particles are pushed away from the target: d = target - position"},
      {m::old_distance, "d is computed from the position before the particle began again"},
      {m::no_cube, "r is used where r^3 is meant: r * r * r, for each axis"}};
  const std::vector<explained> of_sparkler = {
      {m::exchanged_sizes, "width and height are exchanged in the angles at the start"},
      {m::whole_division, "x / width is computed in whole numbers and is always 0: make one of "
                          "them a float first"},
      {m::fall_first, "sparks fall before they are slowed down: first the drag, then the fall"},
      {m::drag_first, "sparks move by the velocity after drag and fall: first the move"}};
  const auto& own = what == system::fountain ? of_fountain
                    : what == system::swarm  ? of_swarm
                                             : of_sparkler;
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

inline void add_mistake(grader::test_case& one, const std::shared_ptr<const scene_data>& data,
                        const explained& each) {
  for (const bool state : {false, true}) {
    grader::misconception mistake;
    mistake.message = each.message;
    mistake.next = "Look for the line of your file that does this, and compare it with lab07.h.";
    mistake.want = [data, made = each.made, state] {
      stepped all = step_all(*data, made);
      return std::move(state ? all.state : all.vbo);
    };
    if (each.made == lab07::mistake::nothing_moves)
      mistake.id = "nothing_written";
    one.known_mistake(state ? "d_state" : "d_vbo", mistake);
  }
}

/// Longer scenes get one only: the others would take a second each.
inline constexpr int explained_steps = 10;

inline void add_known_mistakes(grader::test_case& one,
                               const std::shared_ptr<const scene_data>& data) {
  for (const explained& each : mistakes_of(data->of.what)) {
    if (data->of.steps <= explained_steps || each.made == mistake::nothing_moves)
      add_mistake(one, data, each);
  }
}

} // namespace cudalab::lab07
