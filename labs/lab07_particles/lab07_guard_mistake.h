// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Recognises what threads without a particle do when nobody stops them.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "lab07_scene_cases.h"

namespace cudalab::lab07 {

/// The particles that threads beyond the mesh would move, if nobody stopped them: thread (x, y) has
/// the number y * width + x, and with x >= width that is a particle of the next row. Indices of
/// rows of d_vbo: a number of `count` or more is a colour's place.
inline std::vector<bool> moved_from_outside(const scene& of) {
  const auto count = static_cast<std::size_t>(of.width * of.height);
  std::vector<bool> moved(2 * count);
  for (int y = 0; y < covered(of.height, of.block[1]); ++y)
    for (int x = y < of.height ? of.width : 0; x < covered(of.width, of.block[0]); ++x)
      if (const auto i = static_cast<std::size_t>(y * of.width + x); i < count)
        moved[i] = moved[i + count] = true;
      else if (i < 2 * count)
        moved[i] = true; // a position, where a colour should be
  return moved;
}

/// Nothing but what such threads have moved is wrong, and a good part of it.
inline bool only_moved_from_outside(const scene_data& data, bool state,
                                    const std::vector<double>& got) {
  const stepped right = step_all(data, mistake::none);
  const std::vector<double>& want = state ? right.state : right.vbo;
  const auto& undecided = state ? right.undecided_state : right.undecided_vbo;
  const std::vector<bool> moved = moved_from_outside(data.of);
  const tolerances allowed = tolerances_after(data.of.steps);
  std::vector<bool> wrong(moved.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    const double atol = state ? allowed.state : allowed.vbo;
    if (std::abs(got[i] - want[i]) <= atol + relative_tolerance * std::abs(want[i]) ||
        std::binary_search(undecided.begin(), undecided.end(), i))
      continue;
    if (!moved[i / 4])
      return false;
    wrong[i / 4] = true;
  }
  const auto particles = [](const std::vector<bool>& all) {
    return std::count(all.begin(), all.end(), true);
  };
  return 8 * particles(wrong) > particles(moved);
}

/// @param worked_out what comes out: else it says nothing of this case
inline void add_guard_mistake(grader::test_case& one, const std::shared_ptr<const scene_data>& data,
                              bool worked_out) {
  for (const bool state : {false, true}) {
    grader::misconception mistake;
    mistake.id = "moved_from_outside";
    mistake.message = "threads beyond the mesh move particles too: one with x >= width moves a "
                      "particle of the next row";
    mistake.next = "Compare x with width and y with height, each by itself: a thread that is "
                   "outside in one of them has no particle, and does nothing. To compare i with "
                   "the number of particles is not enough.";
    if (worked_out)
      mistake.made = [data, state](const std::vector<double>& got) {
        return only_moved_from_outside(*data, state, got);
      };
    one.known_mistake(state ? "d_state" : "d_vbo", mistake);
  }
}

} // namespace cudalab::lab07
