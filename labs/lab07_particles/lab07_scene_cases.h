// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Scenes as cases: how close a result must be, and how a message calls its numbers.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"
#include "lab07_systems.h"
#include "lab07_titles.h"

namespace cudalab::lab07 {

/// "particle 7 (x 2, y 1), y of its position"
inline std::string place_in_vbo(int width, std::size_t count, std::size_t row, std::size_t column) {
  static constexpr const char* position[] = {"x of its position", "y of its position",
                                             "z of its position", "w of its position"};
  static constexpr const char* colour[] = {"its red", "its green", "its blue", "its alpha"};
  const std::size_t i = row % count, columns = static_cast<std::size_t>(width);
  return fmt::format("particle {} (x {}, y {}), {}", i, i % columns, i / columns,
                     row < count ? position[column] : colour[column]);
}

inline std::string place_in_state(int width, std::size_t row, std::size_t column) {
  static constexpr const char* names[] = {"its age", "x of its velocity", "y of its velocity",
                                          "z of its velocity"};
  const std::size_t columns = static_cast<std::size_t>(width);
  return fmt::format("particle {} (x {}, y {}), {}", row, row % columns, row / columns,
                     names[column]);
}

/// Rounding errors after so many steps, of numbers of the size of positions (a few units) and of
/// velocities (some hundredths).
struct tolerances {
  double vbo, state;
};
inline tolerances tolerances_after(int steps) {
  return steps == 1    ? tolerances{2e-6, 1e-7}
         : steps <= 10 ? tolerances{1e-5, 5e-7}
                       : tolerances{1e-4, 5e-6};
}
inline constexpr double relative_tolerance = 1e-5; // of velocities of 10,000, and where they lead

inline grader::expectation vbo_expectation(stepped all, const scene& of, std::size_t count) {
  grader::expectation wanted{std::move(all.vbo),
                             tolerances_after(of.steps).vbo,
                             relative_tolerance,
                             {2 * count, 4, 0, 0},
                             {}};
  wanted.undecided = std::move(all.undecided_vbo);
  wanted.place_name = [width = of.width, count](std::size_t row, std::size_t column) {
    return place_in_vbo(width, count, row, column);
  };
  return wanted;
}

inline grader::expectation state_expectation(stepped all, const scene& of, std::size_t count) {
  grader::expectation wanted{std::move(all.state),
                             tolerances_after(of.steps).state,
                             relative_tolerance,
                             {count, 4, 0, 0},
                             {}};
  wanted.undecided = std::move(all.undecided_state);
  wanted.place_name = [width = of.width](std::size_t row, std::size_t column) {
    return place_in_state(width, row, column);
  };
  return wanted;
}

inline std::vector<float> as_floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

inline std::vector<float> as_floats(const std::vector<vec>& values, bool only_x) {
  std::vector<float> all;
  for (const vec& each : values) {
    all.push_back(each.x);
    if (!only_x)
      all.insert(all.end(), {each.y, each.z});
  }
  return all;
}

inline const char* function_of(system what) {
  return what == system::fountain ? "fountain_scene"
         : what == system::swarm  ? "swarm_scene"
                                  : "sparkler_scene";
}

/// The numbers of the steps, as the last arguments of a call.
inline void add_steps(grader::test_case& one, const scene_data& data) {
  const scene& of = data.of;
  one.value("max_age", of.max_age);
  if (of.what == system::fountain)
    one.value("t", data.t)
        .input("r", as_floats(data.r, true))
        .on_host()
        .title("r", "a random number from 0 to 1 for each step");
  else
    one.input("r", as_floats(data.r, false))
        .on_host()
        .title("r", "three random numbers from -0.5 to 0.5 for each step")
        .input("target", as_floats(data.target, false))
        .on_host()
        .title("target", "its x, y and z for each step");
  one.value("steps", of.steps).value("block", of.block).launches_blocks(of.block);
}

inline grader::test_case scene_case(const std::shared_ptr<const scene_data>& data,
                                    const std::string& besides = "") {
  const scene& of = data->of;
  const std::size_t count = data->begin.size();
  grader::test_case one(fmt::format("{} x {} particles in blocks of {} x {}, {} step{}{}", of.width,
                                    of.height, of.block[0], of.block[1], of.steps,
                                    of.steps == 1 ? "" : "s", besides),
                        function_of(of.what));
  const stepped before = step_all(*data, mistake::nothing_moves);
  one.input("d_vbo_before", as_floats(before.vbo))
      .input("d_state_before", as_floats(before.state))
      .output("d_vbo", protocol::element_type::float32, 8 * count)
      .output("d_state", protocol::element_type::float32, 4 * count)
      .title("d_vbo_before", vbo_title(count))
      .title("d_state_before", state_title)
      .title("d_vbo", vbo_title(count))
      .title("d_state", state_title)
      .value("width", of.width)
      .value("height", of.height);
  add_steps(one, *data);
  one.expect(
         "d_vbo",
         [data, count] { return vbo_expectation(step_all(*data, mistake::none), data->of, count); })
      .expect("d_state", [data, count] {
        return state_expectation(step_all(*data, mistake::none), data->of, count);
      });
  return one;
}

/// The same with a mesh of many blocks, of which a few run: is it launched, and what do they touch?
/// What comes out is not looked at: a particle that no block moves is where it was before.
inline grader::test_case sampled_scene_case(const std::shared_ptr<const scene_data>& data) {
  grader::test_case one = scene_case(data, ", some of its blocks");
  one.sampled(1).threads_not_just_below(data->begin.size());
  leave_unjudged(one, "d_vbo", 2 * data->begin.size());
  leave_unjudged(one, "d_state", data->begin.size());
  return one;
}

} // namespace cudalab::lab07
