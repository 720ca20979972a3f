// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The fountain on a mesh that is large enough to be timed: all rows begin alike, and some of them
/// come back.
#pragma once

#include <memory>
#include <utility>

#include "lab07_scene_cases.h"

namespace cudalab::lab07 {

/// The given row as a mesh of `rows` rows that stand height / rows apart.
inline stepped rows_after(const scene_data& row, int side, int rows) {
  const auto width = static_cast<std::size_t>(side);
  const std::size_t count = width * static_cast<std::size_t>(rows);
  stepped all = arrays_for(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<int>(i % width), y = static_cast<int>(i / width);
    store(all, i, count, follow(row, x, y * (side / rows), row.begin[i % width], mistake::none));
  }
  return all;
}

/// `side` x `side` particles; `rows` must divide it.
inline grader::test_case large_fountain_case(grader::random_source& random, int side, int rows,
                                             int steps) {
  // A row's particles know the whole mesh: only begin[] is a row.
  const auto data = std::make_shared<scene_data>();
  data->of = {system::fountain, side, side, 600, steps, {16, 16, 1}, beginning::in_flight};
  data->t = random.uniform(0, 6);
  for (int i = 0; i < steps; ++i)
    data->r.push_back({random.uniform(0, 1), 0, 0});
  for (int x = 0; x < side; ++x) {
    data->begin.push_back(first_state(random, data->of));
    data->begin.back().age = static_cast<float>(random.integer(0, 600));
  }
  const std::size_t count = static_cast<std::size_t>(side) * static_cast<std::size_t>(rows);
  stepped row = arrays_for(data->begin.size());
  for (std::size_t x = 0; x < data->begin.size(); ++x)
    store(row, x, data->begin.size(), data->begin[x]);
  row.vbo.resize(4 * data->begin.size());

  grader::test_case one(fmt::format("{0} x {0} particles, {1} steps", side, steps),
                        "large_fountain_scene");
  one.input("d_row_vbo", as_floats(row.vbo))
      .input("d_row_state", as_floats(row.state))
      .output("d_rows_vbo", protocol::element_type::float32, 8 * count)
      .output("d_rows_state", protocol::element_type::float32, 4 * count)
      .value("width", side)
      .value("height", side)
      .value("rows", rows);
  add_steps(one, *data);
  one.expect("d_rows_vbo",
             [data, side, rows, count] {
               return vbo_expectation(rows_after(*data, side, rows), data->of, count);
             })
      .expect("d_rows_state", [data, side, rows, count] {
        return state_expectation(rows_after(*data, side, rows), data->of, count);
      });
  return one;
}

} // namespace cudalab::lab07
