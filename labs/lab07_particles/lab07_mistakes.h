// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a student reads when the particles moved as a known mistake moves them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lab07_facts.h"
#include "lab07_guard_mistake.h"
#include "lab07_scene_cases.h"

namespace cudalab::lab07 {

struct explained {
  mistake made;
  const char *id, *message;
  int point = 0; ///< of lab07.h; 0: none alone
};

/// Mistakes that a system of lab07.h can be made with.
inline std::vector<explained> mistakes_of(system what) {
  using m = mistake;
  std::vector<explained> all = {
      {m::nothing_moves, "nothing_moves",
       "nothing has moved: no thread stores a particle that it has changed"},
      {m::grid_rounded_down, "grid_rounded_down",
       "the particles at the right and lower edges do not move: the number of blocks is rounded "
       "down where the mesh is no multiple of the block"},
      {m::late_respawn, "late_respawn",
       "particles begin again one step too late: it is age >= max_age"},
      {m::age_kept, "age_kept",
       "a particle that begins again keeps its old age: its age must become 0"},
      {m::halves_exchanged, "halves_exchanged",
       "positions and colours are exchanged: d_vbo holds all positions "
       "first, then all colours"},
      {m::halves_interleaved, "halves_interleaved",
       "position and colour of a particle are taken to stand side by side: d_vbo holds all "
       "positions first, d_vbo[i], then all colours, d_vbo[count + i]"},
      {m::axes_exchanged, "axes_exchanged",
       "x and y are exchanged: x counts with the x of blockIdx, blockDim and threadIdx, y with "
       "their y"},
      {m::mesh_transposed, "mesh_transposed",
       "particle (x, y) has the number y * width + x: here it is x * height + y"},
      {m::starts_only, "starts_only",
       "a particle that begins again does nothing else in this step: the points "
       "that follow in lab07.h are for all particles, without an else"},
      {m::respawn_rests, "respawn_rests",
       "a particle that begins again does not move in this step: it should go "
       "on with its new position and velocity"},
      {m::age_as_velocity, "age_as_velocity",
       "particles move by (.x, .y, .z) of their state: .x is the age, the "
       "velocity is (.y, .z, .w)"},
      {m::old_age_colour, "old_age_colour",
       "colours are those of the age before this step: the age grows first"},
      {m::grid_exchanged, "grid_exchanged",
       "the grid has as many blocks in x as there should be in y: width belongs to x, height to y"},
      {m::grid_of_one_side, "grid_of_one_side",
       "the lower rows do not move: height is divided by block.x in place of block.y"},
      {m::colours_kept, "colours_kept",
       "the colours are those from before the call: nothing is stored at d_vbo[count + i]"},
      {m::positions_kept, "positions_kept",
       "the positions are those from before the call: no new position is stored at d_vbo[i]"},
      {m::states_kept, "states_kept",
       "ages and velocities are those from before the call: nothing new is stored at d_state[i]"},
      {m::age_stays, "age_stays", "the age does not grow: it grows by 1 in each step"}};
  const std::vector<explained> of_fountain = {
      {m::place_by_height, "place_by_height",
       "x and y at the start are made with height: particle i has x = i % width and y = i / width",
       1},
      {m::place_exchanged, "place_exchanged",
       "x and y are exchanged at the start: particle i has x = i % width and y = i / width", 1},
      {m::only_first, "only_first",
       "all threads write particle 0, and zeros: each thread should find its own "
       "particle, from blockIdx, blockDim and threadIdx, and load it"},
      {m::exchanged_sizes, "exchanged_sizes",
       "width and height are exchanged in the velocity at the start: x is "
       "divided by the width, y by the height"},
      {m::width_for_both, "width_for_both",
       "y is divided by width in the velocity at the start: y belongs to height", 1},
      {m::height_for_both, "height_for_both",
       "x is divided by height in the velocity at the start: x belongs to width", 1},
      {m::whole_division, "whole_division",
       "x / width is computed in whole numbers and is always 0: make one of "
       "them a float first"},
      {m::sine_cosine, "sine_cosine", "sine and cosine are exchanged in the position at the start"},
      {m::old_y, "old_y", "the bounce asks for the old y: it should be the y after the move"},
      {m::ground_left_out, "ground_left_out",
       "a particle that is exactly on the ground, y = 0, does not bounce: it "
       "should where y <= 0"},
      {m::square, "square",
       "the bounce asks for a square, |x| < 5 and |z| < 5: it is a circle, "
       "x^2 + z^2 < 25"},
      {m::new_place, "new_place",
       "the bounce asks whether the new position is in the circle: it should be the "
       "old one"},
      {m::no_bounce, "no_bounce",
       "nothing bounces: where y <= 0 in the circle, the vertical velocity is "
       "multiplied by -0.2"},
      {m::gravity_last, "gravity_last",
       "gravity is subtracted after the bounce: first the fall, then the bounce"},
      {m::new_velocity, "new_velocity",
       "particles move by the velocity after gravity: first the move, then the "
       "fall"},
      {m::upwards, "upwards", "gravity is added to the vertical velocity: it is subtracted", 3},
      {m::bounce_same_sign, "bounce_same_sign",
       "a bounce makes particles slower and does not turn them: the factor is -0.2", 4},
      {m::radius_not_squared, "radius_not_squared",
       "the circle is too small: x^2 + z^2 is compared with 5 in place of 5 * 5", 4},
      {m::bounce_everywhere, "bounce_everywhere",
       "particles outside of the circle bounce too: only x^2 + z^2 < 25 is ground", 4},
      {m::no_random, "no_random",
       "the vertical velocity at the start is always 0.015: it is 0.015 + 0.01 r", 1}};
  const std::vector<explained> of_swarm = {
      {m::old_velocity, "old_velocity",
       "particles move by the old velocity: first the pull, then the move"},
      {m::no_length, "no_length",
       "the pull grows with the distance: d must be divided by its length |d|"},
      {m::pushed, "pushed", "particles are pushed away from the target: d = target - position"},
      {m::old_distance, "old_distance",
       "d is computed from the position before the particle began again"},
      {m::no_cube, "no_cube", "r is used where r^3 is meant: r * r * r, for each axis"},
      {m::each_axis, "each_axis",
       "d is divided axis by axis, d.x / |d.x| and so on: all three are divided by "
       "one length, |d|"},
      {m::zero_divided, "zero_divided",
       "d / |d| of a particle exactly on its target is 0 / 0, which is not a "
       "number: nothing pulls it there"},
      {m::rests_at_target, "rests_at_target",
       "a particle exactly on its target is not stored: only the pull is left "
       "out there, and a return leaves out all the rest"},
      {m::length_squared, "length_squared",
       "d is divided by the square of its length: |d| is the square root of the sum", 3},
      {m::target_left_out, "target_left_out",
       "particles begin again around (0, 0, 0): the target is not added to their position", 1}};
  const std::vector<explained> of_sparkler = {
      {m::place_by_height, "place_by_height",
       "x and y at the start are made with height: particle i has x = i % width and y = i / width",
       1},
      {m::place_exchanged, "place_exchanged",
       "x and y are exchanged at the start: particle i has x = i % width and y = i / width", 1},
      {m::exchanged_sizes, "exchanged_sizes",
       "width and height are exchanged in the angles at the start"},
      {m::whole_division, "whole_division",
       "x / width is computed in whole numbers and is always 0: make one of "
       "them a float first"},
      {m::width_for_both, "width_for_both", "h is made of y and width: y belongs to height", 1},
      {m::height_for_both, "height_for_both", "a is made of x and height: x belongs to width", 1},
      {m::angle_from_y, "angle_from_y", "a is made of y and height: it comes from x and width", 1},
      {m::rounded_row, "rounded_row",
       "y comes from a division that is rounded: where a row begins, i times 1 / width may be a "
       "little less than a whole number, and i / width, in whole numbers, is not",
       1},
      {m::fall_first, "fall_first",
       "sparks fall before they are slowed down: first the drag, then the fall"},
      {m::drag_first, "drag_first",
       "sparks move by the velocity after drag and fall: first the move"},
      {m::no_half, "no_half", "h is computed from y: it is 2 (y + 0.5) / height - 1"},
      {m::rough_pi, "rough_pi", "3.14 is too rough for pi: lab07.h has a constant pi"},
      {m::gust_inside, "gust_inside",
       "speed and gust are added before they are multiplied with the direction: "
       "only sparkler_speed is, and sparkler_gust r is added to the result"},
      {m::drag_not_x, "drag_not_x",
       "the velocity's x is not multiplied by sparkler_drag: all three are"},
      {m::drag_not_y, "drag_not_y",
       "the velocity's y is not multiplied by sparkler_drag: all three are"},
      {m::drag_not_z, "drag_not_z",
       "the velocity's z is not multiplied by sparkler_drag: all three are"},
      {m::no_drag, "no_drag", "nothing slows the sparks down: sparkler_drag is missing", 3},
      {m::no_fall, "no_fall", "sparks do not fall: sparkler_fall is missing", 3},
      {m::no_root, "no_root", "s is 1 - h^2: it is the square root of that", 1},
      {m::place_kept, "place_kept",
       "a spark that begins again stays where it is: its position must become the target", 1},
      {m::no_gust, "no_gust", "sparkler_gust r is not added to the velocity at the start", 1}};
  const auto& own = what == system::fountain ? of_fountain
                    : what == system::swarm  ? of_swarm
                                             : of_sparkler;
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

/// What comes out of longer scenes is worked out for one mistake only: the others would take a
/// second each.
inline constexpr int explained_steps = 10;

inline bool is_worked_out(mistake made, int steps) {
  using m = mistake;
  // What the next step makes of exchanged halves, or of a sign that is all rounding, is not known.
  const bool for_one_step =
      made == m::halves_exchanged || made == m::halves_interleaved || made == m::each_axis;
  return made == m::nothing_moves || steps <= (for_one_step ? 1 : explained_steps);
}

inline bool is_of_launch(mistake made) {
  using m = mistake;
  return made == m::grid_rounded_down || made == m::grid_exchanged || made == m::grid_of_one_side;
}

inline void add_mistake(grader::test_case& one, const std::shared_ptr<const scene_data>& data,
                        const explained& each) {
  for (const bool state : {false, true}) {
    grader::misconception mistake;
    mistake.id = each.id;
    mistake.message = each.message;
    mistake.next = each.made == lab07::mistake::nothing_moves
                       ? "Each thread loads its particle, changes it as lab07.h says, and stores "
                         "position, colour and state."
                   : each.point != 0 ? compare_with(each.point)
                   : is_of_launch(each.made)
                       ? "The grid has (width + block.x - 1) / block.x blocks in x, and (height + "
                         "block.y - 1) / block.y in y; each is rounded up by itself."
                       : "Look for the line of your file that does this, and compare it with "
                         "lab07.h.";
    if (is_worked_out(each.made, data->of.steps))
      mistake.want = [data, made = each.made, state] {
        stepped all = step_all(*data, made);
        return std::move(state ? all.state : all.vbo);
      };
    if (each.made == lab07::mistake::nothing_moves)
      mistake.reason = "nothing_written";
    one.known_mistake(state ? "d_state" : "d_vbo", mistake);
  }
}

inline void add_known_mistakes(grader::test_case& one,
                               const std::shared_ptr<const scene_data>& data) {
  for (const explained& each : mistakes_of(data->of.what))
    add_mistake(one, data, each);
  if (data->of.what == system::swarm)
    add_near_not_pulled(one, data);
  add_facts(one, data);
  add_guard_mistake(one, data, data->of.steps <= explained_steps);
}

} // namespace cudalab::lab07
