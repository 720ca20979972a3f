// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cases of gravity, and the large one that is timed.
#pragma once

#include <algorithm>
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
      // What the next step makes of exchanged halves is not known.
      if (of.steps == 1 || made != m::halves_exchanged)
        mistake.want = [begin, of, made = made, state] {
          gravity_arrays wrong = gravity_after(*begin, of.steps, made, of.tolerance());
          return std::move(state ? wrong.state : wrong.vbo);
        };
      one.known_mistake(state ? "d_state" : "d_vbo", mistake);
    }
}

/// Whole tiles are used, in the cases in which the last one is not full.
inline void add_zeros_pull(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                           const gravity_scene& of) {
  using m = gravity_mistake;
  for (const m made : {m::zeros_in_32, m::zeros_in_64, m::zeros_in_128, m::zeros_in_256,
                       m::zeros_in_512, m::zeros_in_1024}) {
    const std::size_t tile = filled_up_to(made);
    if (begin->size() % tile == 0)
      continue;
    for (const bool state : {false, true}) {
      grader::misconception mistake{
          "gravity_zeros_pull",
          fmt::format("wrong where the number of bodies is no multiple of {0}: the last tile of "
                      "{0} is filled up with zeros, and bodies at (0, 0, 0) pull too",
                      tile),
          {},
          {},
          "Let the loop end at the number of bodies that are there, or fill up with bodies so far "
          "away that they do not pull.",
          std::to_string(tile)};
      // What the next step makes of a pull near its limit is not known.
      if (of.steps == 1)
        mistake.want = [begin, of, made, state] {
          gravity_arrays wrong = gravity_after(*begin, of.steps, made, of.tolerance());
          return std::move(state ? wrong.state : wrong.vbo);
        };
      one.known_mistake(state ? "d_state" : "d_vbo", mistake);
    }
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

inline void add_old_colour(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                           const gravity_scene& of) {
  one.known_mistake(
      "d_vbo",
      {"gravity_old_colour",
       "positions and velocities are right, and the colours are those of the "
       "velocity before this step",
       [begin, of] {
         return gravity_after(*begin, of.steps, gravity_mistake::old_colour, of.tolerance()).vbo;
       },
       {},
       "lab07.h makes the colour of the new velocity: is the sum added to it before "
       "the colour is made?"});
}

/// A loop that takes several bodies at a time, in the cases in which some are left over.
inline void add_rest_missing(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                             const gravity_scene& of) {
  using m = gravity_mistake;
  for (const m made : {m::rest_of_two, m::rest_of_four, m::rest_of_eight}) {
    const std::size_t together = taken_together(made);
    if (begin->size() % together == 0)
      continue;
    one.known_mistake(
        "d_state",
        {"gravity_rest_missing",
         together == 2 ? "only odd numbers of bodies are wrong: there the last body pulls at nobody"
                       : fmt::format("numbers of bodies that are no multiple of {} are wrong: "
                                     "there the last ones, which are left over, pull at nobody",
                                     together),
         [begin, of, made] { return gravity_after(*begin, of.steps, made, of.tolerance()).state; },
         {},
         fmt::format("Does the loop over the bodies of a tile take {} at a time? Look at its "
                     "condition, and at what is done with those that are left over.",
                     together),
         std::to_string(together)});
  }
}

/// A velocity that is wrong.
struct wrong_axis {
  std::size_t body, k;
  double missing; ///< the right one less what came out
};

/// Nothing: a number is none, or an age is wrong.
inline std::optional<std::vector<wrong_axis>>
wrong_velocities(const bodies& begin, const gravity_scene& of, const std::vector<double>& got) {
  const gravity_arrays right =
      gravity_after(begin, of.steps, gravity_mistake::none, of.tolerance());
  std::vector<wrong_axis> wrong;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!std::isfinite(got[i]))
      return {};
    const double missing = right.state[i] - got[i];
    if (std::abs(missing) <= of.tolerance() + 1e-6 * std::abs(right.state[i]) ||
        std::binary_search(right.undecided_state.begin(), right.undecided_state.end(), i))
      continue;
    if (i % 4 == 0)
      return {};
    wrong.push_back({i / 4, i % 4 - 1, missing});
  }
  return wrong;
}

/// From the beginning of a warp on, bodies have the velocity that they had before all steps.
inline bool last_ones_are_left(const bodies& begin, const gravity_scene& of,
                               const std::vector<wrong_axis>& wrong) {
  constexpr std::size_t warp = 32, axes = 3;
  if (wrong.empty() || wrong.front().body == 0 || wrong.front().body % warp != 0)
    return false;
  const gravity_arrays right =
      gravity_after(begin, of.steps, gravity_mistake::none, of.tolerance());
  const auto is_as_before = [&](const wrong_axis& each) {
    const double got = right.state[4 * each.body + 1 + each.k] - each.missing;
    return std::abs(got - begin[each.body][each.k].velocity) <= of.tolerance();
  };
  // Some are hardly pulled.
  return 2 * wrong.size() >= axes * (begin.size() - wrong.front().body) &&
         std::all_of(wrong.begin(), wrong.end(), is_as_before);
}

/// Another body is so near on this axis that it must not pull, in one of the steps.
inline bool has_near(const bodies& begin, int steps, std::size_t me, std::size_t k) {
  bodies now = begin;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t j = 0; j < now.size(); ++j)
      if (j != me && std::abs(1000.0 * (double{now[j][k].position} - now[me][k].position)) <= 0.1)
        return true;
    if (step + 1 < steps)
      now = gravity_once(now, step, gravity_mistake::none);
  }
  return false;
}

/// Each wrong sum has a pull of more than 1 / 0.1, and a body that is near enough for that.
inline bool near_ones_pull(const bodies& begin, const gravity_scene& of,
                           const std::vector<wrong_axis>& wrong) {
  constexpr double least = 9.9;
  return wrong.size() >= 2 && wrong.size() < begin.size() &&
         std::all_of(wrong.begin(), wrong.end(), [&](const wrong_axis& each) {
           return std::abs(each.missing) > least && has_near(begin, of.steps, each.body, each.k);
         });
}

/// Of bodies 0 and 1, 2 and 3, ... the other one's pull is what is missing, in nearly all sums that
/// are wrong. (And that of a last one, which has no other.)
inline bool partner_is_missing(const bodies& begin, const gravity_scene& of,
                               const std::vector<wrong_axis>& wrong) {
  constexpr std::size_t fewest = 4; // fewer may be chance
  if (of.steps != 1 || wrong.size() < fewest)
    return false;
  const std::size_t count = begin.size();
  std::size_t explained = 0, alone = 0;
  for (const wrong_axis& each : wrong) {
    const std::size_t partner = each.body ^ 1U;
    if (partner == count) {
      ++alone;
      continue;
    }
    const auto is_pull = [&](std::size_t first, double besides) {
      const double sum = besides + pull_on(begin, first, first + 1, each.body, each.k, 0).sum;
      return std::abs(each.missing - sum) <= of.tolerance();
    };
    const double of_last =
        count % 2 == 0 ? 0 : pull_on(begin, count - 1, count, each.body, each.k, 0).sum;
    explained += is_pull(partner, 0) || is_pull(partner, of_last);
  }
  return 10 * explained >= 9 * (wrong.size() - alone) && explained >= fewest;
}

/// Nothing is said of cases in which too few are wrong, or in which one step spreads what another
/// made wrong.
inline void add_partner_missing(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                                const gravity_scene& of) {
  constexpr int many = 80; // bodies
  for (const bool state : {false, true}) {
    grader::misconception mistake{
        "gravity_partner_missing",
        "of bodies 0 and 1, 2 and 3, and so on, one does not pull at the other: its 1 / d is "
        "missing from nearly all sums that are wrong",
        {},
        {},
        "Are two bodies taken together? Work out by hand what your lines make where one of the two "
        "is the body itself, at d = 0, and the other is far away: that one must still pull. If a "
        "very large number stands in for d = 0: times the other d (here up to 2,000) it must stay "
        "below 2^126 = 8.5e37. From there on __fdividef gives 0, and above 3.4e38 a float is "
        "infinite."};
    if (state && of.steps == 1 && of.count >= many)
      mistake.made = [begin, of](const std::vector<double>& got) {
        const auto wrong = wrong_velocities(*begin, of, got);
        return wrong && partner_is_missing(*begin, of, *wrong);
      };
    one.known_mistake(state ? "d_state" : "d_vbo", mistake);
  }
}

/// One axis is wrong of most bodies that something pulls, and no other of any.
inline bool only_this_axis(const bodies& begin, const gravity_scene& of,
                           const std::vector<wrong_axis>& wrong, std::size_t k) {
  constexpr std::size_t fewest = 4;
  const bodies right = gravity_once(begin, 0, gravity_mistake::none);
  std::size_t are_pulled = 0;
  for (std::size_t i = 0; i < begin.size(); ++i)
    are_pulled += std::abs(double{right[i][k].velocity} - begin[i][k].velocity) > of.tolerance();
  return wrong.size() >= fewest && 4 * wrong.size() >= 3 * are_pulled &&
         std::all_of(wrong.begin(), wrong.end(),
                     [k](const wrong_axis& each) { return each.k == k; });
}

/// What wrong velocities have in common, where no mistake is known.
inline void add_gravity_facts(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                              const gravity_scene& of) {
  const auto add = [&](const std::string& id, const std::string& message, const std::string& next,
                       const std::function<bool(const std::vector<wrong_axis>&)>& is_so) {
    grader::misconception fact{id,
                               message,
                               {},
                               [begin, of, is_so](const std::vector<double>& got) {
                                 const auto wrong = wrong_velocities(*begin, of, got);
                                 return wrong && is_so(*wrong);
                               },
                               next};
    fact.vague = true;
    fact.reason = "wrong_values";
    fact.before_others = true;
    one.known_mistake("d_state", fact);
  };
  add("gravity_last_ones_left",
      "the last bodies are as they were before the step, from a multiple of 32 on: no thread has "
      "moved them",
      "Are there blocks enough, rounded up, in each call anew for its own count? Nothing that "
      "counts them may be static. And does each thread that has a body store it?",
      [begin, of](const auto& wrong) { return last_ones_are_left(*begin, of, wrong); });
  add("gravity_near_ones_pull",
      "bodies pull that are too near: only those are wrong that have another one with |d| <= 0.1 "
      "on an axis, and only on that axis",
      "Look at the condition around 1 / d: on each axis by itself, another body pulls only where "
      "|d| > 0.1, with d = 1000 (other - mine). It is not enough to leave out the body itself.",
      [begin, of](const auto& wrong) { return near_ones_pull(*begin, of, wrong); });
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t k = 0; k < 3; ++k)
    add(fmt::format("gravity_only_{}", axes[k]),
        fmt::format("only {} of the velocities is wrong", axes[k]),
        "Compare your lines for x, y and z with each other: which letter or index differs?",
        [begin, of, k](const auto& wrong) { return only_this_axis(*begin, of, wrong, k); });
  add("gravity_velocities", "the velocities are wrong, and no age",
      "Does every body pull exactly once: all tiles, each begun TILE bodies after the one before, "
      "and all places of a tile, tile[j] and not tile[threadIdx.x]? Is it 1 / d where |d| > 0.1, "
      "with d = 1000 (other - mine)? Is the sum added to the velocity, once for each axis?",
      [](const auto& wrong) { return !wrong.empty(); });
}

inline void add_all_mistakes(grader::test_case& one, const std::shared_ptr<const bodies>& begin,
                             const gravity_scene& of) {
  add_known_mistakes(one, begin, of);
  add_zeros_pull(one, begin, of);
  add_one_sided(one, begin, of);
  add_old_colour(one, begin, of);
  add_rest_missing(one, begin, of);
  add_partner_missing(one, begin, of);
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

/// More bodies than fit into the shared memory of a block at once, if nobody asks for more of it,
/// or into constant memory. A few blocks run: are they launched, and what do they touch? What comes
/// out is not looked at.
inline grader::test_case sampled_gravity_case(grader::random_source& random, int count) {
  const bodies begin = make_bodies(random, {count, 1, /*fastest=*/0});
  grader::test_case one =
      gravity_call(fmt::format("{} bodies, some of its blocks", count), begin, 1);
  one.sampled(1);
  leave_unjudged(one, "d_vbo", 2 * begin.size());
  leave_unjudged(one, "d_spare", 2 * begin.size());
  leave_unjudged(one, "d_state", begin.size());
  return one;
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
