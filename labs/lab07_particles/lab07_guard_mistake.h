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

/// Threads beyond the mesh that nobody stops: all, or a row or a column of them, or both.
enum class unstopped { all, next_row, next_column, next_of_both };

/// The particles that such threads move: thread (x, y) has the number y * width + x, and with
/// x >= width that is a particle of the next row. Indices of rows of d_vbo: a number of `count` or
/// more is a colour's place.
inline std::vector<bool> moved_from_outside(const scene& of, unstopped which) {
  const auto count = static_cast<std::size_t>(of.width * of.height);
  std::vector<bool> moved(2 * count);
  const auto end = [](int size, unsigned block, bool one_more) {
    return std::min(covered(size, block), one_more ? size + 1 : covered(size, block));
  };
  const int columns =
      which == unstopped::next_row ? of.width : end(of.width, of.block[0], which != unstopped::all);
  const int rows = which == unstopped::next_column
                       ? of.height
                       : end(of.height, of.block[1], which != unstopped::all);
  for (int y = 0; y < rows; ++y)
    for (int x = y < of.height ? of.width : 0; x < columns; ++x)
      if (const auto i = static_cast<std::size_t>(y * of.width + x); i < count)
        moved[i] = moved[i + count] = true;
      else if (i < 2 * count)
        moved[i] = true; // a position, where a colour should be
  return moved;
}

/// Rows that a rounded division finds are wrong where threads of one column too many move
/// particles.
inline bool has_rounded_rows(const scene_data& data, bool state, const std::vector<double>& got) {
  if (data.of.what != system::sparkler)
    return false;
  const stepped made = step_all(data, mistake::rounded_row);
  const std::vector<double>& rounded = state ? made.state : made.vbo;
  const tolerances allowed = tolerances_after(data.of.steps);
  const double atol = state ? allowed.state : allowed.vbo;
  return std::equal(got.begin(), got.end(), rounded.begin(), [&](double one, double other) {
    return std::abs(one - other) <= atol + relative_tolerance * std::abs(other);
  });
}

/// Nothing but what such threads have moved is wrong, and a good part of it.
inline bool only_moved_from_outside(const scene_data& data, unstopped which, bool state,
                                    const std::vector<double>& got) {
  const stepped right = step_all(data, mistake::none);
  const std::vector<double>& want = state ? right.state : right.vbo;
  const auto& undecided = state ? right.undecided_state : right.undecided_vbo;
  const std::vector<bool> moved = moved_from_outside(data.of, which);
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
  return 8 * particles(wrong) > particles(moved) && !has_rounded_rows(data, state, got);
}

struct unstopped_words {
  unstopped which;
  const char *id, *message, *next;
};

/// @param worked_out what comes out: else it says nothing of this case
inline void add_guard_mistake(grader::test_case& one, const std::shared_ptr<const scene_data>& data,
                              bool worked_out) {
  static constexpr unstopped_words all[] = {
      {unstopped::all, "moved_from_outside",
       "threads beyond the mesh move particles too: one with x >= width moves a particle of the "
       "next row",
       "Compare x with width and y with height, each by itself: a thread that is outside in one of "
       "them has no particle, and does nothing. To compare i with the number of particles is not "
       "enough."},
      {unstopped::next_row, "one_row_too_many",
       "threads of one row too many, with y = height, are at work: what they take for their "
       "positions are the colours of the first row",
       "The last row is y = height - 1. A thread with y >= height has no particle, and does "
       "nothing: is it > in place of >=, or <= in place of <?"},
      {unstopped::next_column, "one_column_too_many",
       "threads of one column too many, with x = width, are at work: each moves the first particle "
       "of the next row",
       "The last column is x = width - 1. A thread with x >= width has no particle, and does "
       "nothing: is it > in place of >=, or <= in place of <?"},
      {unstopped::next_of_both, "one_row_and_column_too_many",
       "threads of one row and one column too many, with y = height or x = width, are at work",
       "The last ones are y = height - 1 and x = width - 1. Who is outside in one of them has no "
       "particle, and does nothing: is it > in place of >=, or <= in place of <?"}};
  for (const unstopped_words& each : all)
    for (const bool state : {false, true}) {
      grader::misconception mistake;
      mistake.id = each.id;
      mistake.message = each.message;
      mistake.next = each.next;
      if (worked_out)
        mistake.made = [data, which = each.which, state](const std::vector<double>& got) {
          return only_moved_from_outside(*data, which, state, got);
        };
      one.known_mistake(state ? "d_state" : "d_vbo", mistake);
    }
}

} // namespace cudalab::lab07
