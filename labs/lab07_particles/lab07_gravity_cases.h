// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of gravity, and the large one that is timed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lab07_gravity.h"
#include "lab07_titles.h"

namespace cudalab::lab07 {

inline std::string place_in_bodies(bool state, std::size_t count, std::size_t row,
                                   std::size_t column) {
  static constexpr const char* axes[] = {"x", "y", "z", "w"};
  static constexpr const char* colours[] = {"red", "green", "blue", "alpha"};
  if (state)
    return column == 0 ? fmt::format("body {}, its age", row)
                       : fmt::format("body {}, {} of its velocity", row, axes[column - 1]);
  return row < count ? fmt::format("body {}, {} of its position", row, axes[column])
                     : fmt::format("body {}, its {}", row - count, colours[column]);
}

inline grader::expectation bodies_expectation(bool state, std::size_t count, double atol) {
  grader::expectation wanted{{}, atol, state ? 1e-6 : 0, {state ? count : 2 * count, 4, 0, 0}, {}};
  wanted.place_name = [state, count](std::size_t row, std::size_t column) {
    return place_in_bodies(state, count, row, column);
  };
  return wanted;
}

inline constexpr double position_tolerance = 2e-6; // ten steps round ten times, and by 10 / 1e7

/// Inputs of a call, in the order of gravity_scene's parameters.
inline grader::test_case gravity_call(const std::string& name, const bodies& begin, int steps) {
  const gravity_arrays before = arrays_of(begin, 0);
  const std::size_t count = begin.size();
  grader::test_case one(name, "gravity_scene");
  one.input("d_before",
            std::vector<float>(before.vbo.begin(),
                               before.vbo.begin() + static_cast<std::ptrdiff_t>(4 * count)))
      .input("d_state_before", std::vector<float>(before.state.begin(), before.state.end()))
      .output("d_vbo", protocol::element_type::float32, 8 * count)
      .output("d_spare", protocol::element_type::float32, 8 * count)
      .output("d_state", protocol::element_type::float32, 4 * count)
      .title("d_before", fmt::format("{} positions (x, y, z as lengths; 1)", count))
      .title("d_state_before", state_title)
      .title("d_vbo", vbo_title(count))
      .title("d_spare", "what the step before the last wrote; zeros when there is one step")
      .title("d_state", state_title)
      .value("count", static_cast<int>(count))
      .value("steps", steps);
  return one;
}

inline void add_known_mistakes(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                               const gravity_scene& of) {
  using m = gravity_mistake;
  const std::tuple<m, const char*, const char*> all[] = {
      {m::nothing_moves, "gravity_nothing_moves", "nothing has moved"},
      {m::moved_already, "gravity_moved_already",
       "positions are read that other threads have already moved: read all of "
       "them from d_pos_in, where nobody writes"},
      {m::first_tile_only, "gravity_first_tile_only", "only the first 256 bodies pull"},
      {m::last_tile_missing, "gravity_last_tile_missing",
       "the bodies of the last, partial tile do not pull: the number of "
       "tiles must be rounded up"},
      {m::zeros_pull, "gravity_zeros_pull",
       "the last tile is filled up with zeros, and bodies at (0, 0, 0) pull too: let "
       "the loop end at the number of bodies that are there, or fill up with bodies "
       "so far away that they do not pull"},
      {m::pushed, "gravity_pushed", "bodies push each other away: d = other - mine"},
      {m::not_scaled, "gravity_not_scaled", "the factor 1000 of d is missing"},
      {m::velocity_replaced, "gravity_velocity_replaced",
       "the velocity is replaced by the sum: the sum is added to it"},
      {m::old_velocity, "gravity_old_velocity",
       "bodies move by their old velocity: first the pull, then the move"},
      {m::halves_exchanged, "gravity_halves_exchanged",
       "positions and colours are exchanged: d_vbo_out holds all positions "
       "first, then all colours"}};
  for (const auto& [made, id, message] : all)
    for (const bool state : {false, true}) {
      if (!state && made == m::nothing_moves)
        continue; // the velocity tells: a position may move by nothing
      grader::misconception mistake{id, message, {}};
      // What the next step makes of exchanged halves, or of a pull near its limit, is not known.
      if (of.steps == 1 || (made != m::halves_exchanged && made != m::zeros_pull))
        mistake.want = [begin, of, made = made, state] {
          gravity_arrays wrong = gravity_after(*begin, of.steps, made, of.tolerance());
          return std::move(state ? wrong.state : wrong.vbo);
        };
      one.known_mistake(state ? "d_state" : "d_vbo", mistake);
    }
}

/// `d > 0.1`: sums without the other side are large, and round more.
inline void add_one_sided(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                          const gravity_scene& of) {
  const std::string message = "only bodies on one side pull, those with a larger coordinate, as "
                              "with d > 0.1 in place of |d| > 0.1";
  const std::string next = "fabsf(d) is |d|: a body to the left has a negative d, and pulls too.";
  one.known_mistake("d_vbo", {"gravity_one_sided", message, {}, {}, next});
  grader::misconception mistake{"gravity_one_sided", message, {}, {}, next};
  if (of.steps == 1)
    mistake.made = [begin, of](const std::vector<double>& got) {
      const gravity_arrays wrong =
          gravity_after(*begin, of.steps, gravity_mistake::one_sided, of.tolerance());
      for (std::size_t i = 0; i < got.size(); ++i)
        if (!std::binary_search(wrong.undecided_state.begin(), wrong.undecided_state.end(), i) &&
            !(std::abs(got[i] - wrong.state[i]) <=
              of.tolerance() + 1e-3 * std::abs(wrong.state[i])))
          return false;
      return true;
    };
  one.known_mistake("d_state", mistake);
}

/// What wrong velocities have in common, where no mistake is known.
inline void add_gravity_facts(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                              const gravity_scene& of) {
  const auto add = [&](const std::string& id, const std::string& message, const std::string& next,
                       const std::function<bool(const std::array<std::size_t, 4>&)>& is_so) {
    grader::misconception fact{
        id,
        message,
        {},
        [begin, of, is_so](const std::vector<double>& got) {
          const gravity_arrays right =
              gravity_after(*begin, of.steps, gravity_mistake::none, of.tolerance());
          std::array<std::size_t, 4> wrong{}; // by member
          for (std::size_t i = 0; i < got.size(); ++i) {
            if (!std::isfinite(got[i]))
              return false;
            wrong[i % 4] +=
                std::abs(got[i] - right.state[i]) >
                    of.tolerance() + 1e-6 * std::abs(right.state[i]) &&
                !std::binary_search(right.undecided_state.begin(), right.undecided_state.end(), i);
          }
          return wrong[0] == 0 && is_so(wrong);
        },
        next};
    fact.vague = true;
    fact.reason = "wrong_values";
    fact.before_others = true;
    one.known_mistake("d_state", fact);
  };
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t k = 0; k < 3; ++k)
    add(fmt::format("gravity_only_{}", axes[k]),
        fmt::format("only {} of the velocities is wrong", axes[k]),
        "Compare your lines for x, y and z with each other: which letter or index differs?",
        [k](const std::array<std::size_t, 4>& wrong) {
          for (std::size_t other = 0; other < 3; ++other)
            if ((wrong[1 + other] != 0) != (other == k))
              return false;
          return true;
        });
  add("gravity_velocities", "the velocities are wrong, and no age",
      "Does every body pull exactly once: all tiles, each begun TILE bodies after the one before, "
      "and all places of a tile, tile[j] and not tile[threadIdx.x]? Is it 1 / d where |d| > 0.1, "
      "with d = 1000 (other - mine)? Is the sum added to the velocity, once for each axis?",
      [](const std::array<std::size_t, 4>& wrong) { return wrong[1] + wrong[2] + wrong[3] > 0; });
}

inline void add_all_mistakes(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                             const gravity_scene& of) {
  add_known_mistakes(one, begin, of);
  add_one_sided(one, begin, of);
  add_gravity_facts(one, begin, of);
}

inline grader::test_case gravity_case(grader::random_source& random, const gravity_scene& of) {
  const auto begin = std::make_shared<const bodies>(make_bodies(random, of));
  const std::size_t count = begin->size();
  grader::test_case one =
      gravity_call(fmt::format("{} {}bod{}, {} step{}", of.count, of.fastest > 0 ? "fast " : "",
                               of.count == 1 ? "y" : "ies", of.steps, of.steps == 1 ? "" : "s"),
                   *begin, of.steps);
  const auto vbo_after = [begin, of, count](int steps) {
    grader::expectation wanted = bodies_expectation(false, count, position_tolerance);
    if (steps == 0) {
      wanted.want.assign(8 * count, 0); // as the scene leaves it
      return wanted;
    }
    gravity_arrays all = gravity_after(*begin, steps, gravity_mistake::none, of.tolerance());
    wanted.want = std::move(all.vbo);
    wanted.undecided = std::move(all.undecided_vbo);
    return wanted;
  };
  one.expect("d_vbo", [vbo_after, of] { return vbo_after(of.steps); })
      .expect("d_spare", [vbo_after, of] { return vbo_after(of.steps - 1); })
      .expect("d_state", [begin, of, count] {
        gravity_arrays all = gravity_after(*begin, of.steps, gravity_mistake::none, of.tolerance());
        grader::expectation wanted = bodies_expectation(true, count, of.tolerance());
        wanted.want = std::move(all.state);
        wanted.undecided = std::move(all.undecided_state);
        return wanted;
      });
  if (of.count <= 600)
    add_all_mistakes(one, begin, of);
  return one;
}

// ---- To be timed
// ---------------------------------------------------------------------------------

/// Rounding errors of a sum of 65,536 terms; 0.001 was seen on a GPU.
inline constexpr double large_tolerance = 0.02;

/// A body after one step, unless rounding decides something about it.
inline std::optional<body> settled_after_one(const bodies& all, std::size_t i) {
  body now = all[i];
  for (std::size_t k = 0; k < 3; ++k) {
    const pulled of = pull_on(all, 0, all.size(), i, k, 1e-5);
    pull_and_move(now[k], of.sum, gravity_mistake::none);
    if (of.undecided || std::abs(double{now[k].velocity}) < 2 * large_tolerance)
      return {};
  }
  return now;
}

/// One step of many bodies: `sampled` of them are compared.
inline grader::test_case large_gravity_case(grader::random_source& random, int count, int sampled) {
  const auto begin = std::make_shared<const bodies>(make_bodies(random, {count, 1, /*fastest=*/0}));
  const std::size_t all = begin->size();
  std::vector<std::size_t> picked{all - 1};
  for (int i = 1; i < sampled; ++i)
    picked.push_back(static_cast<std::size_t>(random.integer(0, count - 1)));
  picked.erase(std::remove_if(picked.begin(), picked.end(),
                              [&](std::size_t i) { return !settled_after_one(*begin, i); }),
               picked.end());
  grader::test_case one = gravity_call(fmt::format("{} bodies", count), *begin, 1);
  const auto row_of = [begin, all](bool state, std::size_t row) {
    const body now = settled_after_one(*begin, row % all).value();
    const auto number = [&](std::size_t k) {
      return state       ? double{now[k].velocity}
             : row < all ? double{now[k].position}
                         : (now[k].velocity > 0 ? 1.0 : double{0.4f});
    };
    std::vector<double> numbers{number(0), number(1), number(2)};
    numbers.insert(state ? numbers.begin() : numbers.end(), state       ? double{7}
                                                            : row < all ? 1.0
                                                                        : 0.0);
    return numbers;
  };
  const auto expectation_of = [=](bool state) {
    grader::expectation wanted =
        bodies_expectation(state, all, state ? large_tolerance : position_tolerance);
    wanted.rows.row = [row_of, state](std::size_t row) { return row_of(state, row); };
    for (const std::size_t i : picked) {
      wanted.rows.sampled_rows.push_back(i);
      if (!state)
        wanted.rows.sampled_rows.push_back(all + i);
    }
    return wanted;
  };
  one.expect("d_vbo", [=] { return expectation_of(false); })
      .expect("d_state", [=] { return expectation_of(true); })
      .expect("d_spare", [all] {
        grader::expectation wanted = bodies_expectation(false, all, 0);
        wanted.want.assign(8 * all, 0);
        return wanted;
      });
  return one;
}

} // namespace cudalab::lab07
