// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What wrong particles have in common, where no mistake is known: only the colours are wrong, or
/// only one axis, or only those that begin again. It says which point of lab07.h to look at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lab07_scene_cases.h"

namespace cudalab::lab07 {

/// Numbers that are wrong, of one particle: axes of its position and its colours in d_vbo; its age
/// and the axes of its velocity in d_state.
struct wrong_numbers {
  std::size_t particle = 0;
  bool colour = false, age = false, w = false;
  bool axis[3] = {};

  bool any_axis() const { return axis[0] || axis[1] || axis[2]; }
  bool any() const { return colour || age || w || any_axis(); }
};

/// What d_vbo or d_state should hold.
class right_numbers {
public:
  right_numbers(const scene_data& data, bool state)
      : all_(step_all(data, mistake::none)), want_(state ? all_.state : all_.vbo),
        undecided_(state ? all_.undecided_state : all_.undecided_vbo),
        atol_(state ? tolerances_after(data.of.steps).state : tolerances_after(data.of.steps).vbo) {
  }
  right_numbers(const right_numbers&) = delete;
  right_numbers& operator=(const right_numbers&) = delete;

  bool has(std::size_t i, double got) const {
    return std::abs(got - want_[i]) <= atol_ + relative_tolerance * std::abs(want_[i]) ||
           std::binary_search(undecided_.begin(), undecided_.end(), i);
  }

private:
  const stepped all_;
  const std::vector<double>& want_;
  const std::vector<std::size_t>& undecided_;
  double atol_;
};

/// Of all particles that have some. Empty, too, when a number is none.
inline std::vector<wrong_numbers> wrong_particles(const scene_data& data, bool state,
                                                  const std::vector<double>& got) {
  const right_numbers right(data, state);
  const std::size_t count = data.begin.size();
  std::vector<wrong_numbers> all(count);
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!std::isfinite(got[i]))
      return {};
    if (right.has(i, got[i]))
      continue;
    wrong_numbers& one = all[i / 4 % count];
    one.particle = i / 4 % count;
    const std::size_t member = i % 4;
    if (!state && i / 4 >= count)
      one.colour = true;
    else if (state && member == 0)
      one.age = true;
    else if (!state && member == 3)
      one.w = true;
    else
      one.axis[state ? member - 1 : member] = true;
  }
  all.erase(
      std::remove_if(all.begin(), all.end(), [](const wrong_numbers& each) { return !each.any(); }),
      all.end());
  return all;
}

inline bool has_to_begin(const scene_data& data, std::size_t i) {
  return data.begin[i].age >= static_cast<float>(data.of.max_age);
}

/// In the fountain, in the first step.
inline bool bounces(const scene_data& data, std::size_t i) {
  const particle& p = data.begin[i];
  return !has_to_begin(data, i) && p.position.y + p.velocity.y <= 0 &&
         p.position.x * p.position.x + p.position.z * p.position.z < 25;
}

/// Some particles of a scene, and what may be wrong of them.
struct fact {
  bool state; ///< of d_state, else of d_vbo
  std::string id, message, next;
  std::function<bool(const scene_data&, std::size_t particle)> of;
  std::function<bool(const wrong_numbers&)> wrong;
};

/// All wrong particles are of these, half of these at least are wrong, and only so.
inline bool is_so(const fact& of, const scene_data& data, const std::vector<double>& got) {
  constexpr std::size_t fewest = 4; // fewer may be chance
  const std::vector<wrong_numbers> wrong = wrong_particles(data, of.state, got);
  std::size_t all = 0;
  for (std::size_t i = 0; i < data.begin.size(); ++i)
    all += of.of(data, i);
  return wrong.size() >= fewest && 2 * wrong.size() >= all &&
         std::all_of(wrong.begin(), wrong.end(), [&](const wrong_numbers& each) {
           return of.of(data, each.particle) && of.wrong(each);
         });
}

/// What is true of wrong numbers, and not why they are. Facts of the state come first: positions
/// and colours follow from it. @param state of d_state; else of d_vbo
inline void add_vague(grader::test_case& one, bool state, const std::string& id,
                      const std::string& message,
                      std::function<bool(const std::vector<double>&)> is_so,
                      const std::string& next) {
  grader::misconception told{id, message, {}, std::move(is_so), next};
  told.vague = true;
  told.reason = "wrong_values";
  told.before_others = state;
  one.known_mistake(state ? "d_state" : "d_vbo", told);
}

inline void add_fact(grader::test_case& one, const std::shared_ptr<const scene_data>& data,
                     const fact& of) {
  add_vague(
      one, of.state, of.id, of.message,
      [data, of](const std::vector<double>& got) { return is_so(of, *data, got); }, of.next);
}

/// The points of lab07.h where such numbers are made, in each system.
struct points {
  int age, velocity, position, colour;
};

inline points points_of(system what) {
  return what == system::fountain ? points{3, 3, 2, 5}
         : what == system::swarm  ? points{2, 3, 4, 5}
                                  : points{3, 3, 2, 4};
}

inline std::string compare_with(int point, const std::string& what = "") {
  return fmt::format("Compare your lines{} with point {} of lab07.h.",
                     what.empty() ? "" : " for " + what, point);
}

inline bool only_axis(const wrong_numbers& each, std::size_t axis) {
  for (std::size_t k = 0; k < 3; ++k)
    if (each.axis[k] != (k == axis))
      return false;
  return !each.age && !each.colour && !each.w;
}

/// All that is wrong of the wrong particles is as it was before: their ages, too.
inline void add_left_behind(grader::test_case& one, const std::shared_ptr<const scene_data>& data) {
  add_vague(
      one, true, "left_behind",
      "some particles are just as they were before, and all others are right",
      [data](const std::vector<double>& got) {
        const std::vector<wrong_numbers> wrong = wrong_particles(*data, true, got);
        const std::vector<double> before = step_all(*data, mistake::nothing_moves).state;
        const auto stands = [&](const wrong_numbers& each) {
          const auto first = static_cast<std::ptrdiff_t>(4 * each.particle);
          return std::equal(before.begin() + first, before.begin() + first + 4,
                            got.begin() + first);
        };
        return !wrong.empty() && wrong.size() < data->begin.size() &&
               std::all_of(wrong.begin(), wrong.end(), stands);
      },
      "No thread has moved them. How many blocks does the grid have along x and along y in this "
      "call? That follows from width, height and block, anew in each call (a static variable keeps "
      "what it got first). A grid may have 65,535 blocks along y, and far more along x: is their "
      "number cut off, where there are so many?");
}

/// Of a swarm, in the first step: from the particle to the target that pulls at it.
inline double distance_at_first(const scene_data& data, std::size_t i) {
  const vec r = data.r.front(), from = data.begin[i].position;
  const vec d = has_to_begin(data, i)
                    ? 2.0f * vec{r.x * r.x * r.x, r.y * r.y * r.y, r.z * r.z * r.z}
                    : data.target.front() + -1.0f * from;
  return std::hypot(double{d.x}, double{d.y}, double{d.z});
}

/// All that are wrong are as they would be without a pull, and (in d_state, where a pull is seen)
/// nearer to the target than those that are right.
inline bool near_ones_without_pull(const scene_data& data, bool state,
                                   const std::vector<double>& got) {
  const std::vector<wrong_numbers> wrong = wrong_particles(data, state, got);
  const stepped right = step_all(data, mistake::none), without = step_all(data, mistake::no_pull);
  const tolerances allowed = tolerances_after(data.of.steps);
  const std::size_t count = data.begin.size();
  std::vector<bool> is_wrong(count);
  double furthest = 0;
  for (const wrong_numbers& each : wrong) {
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = 4 * each.particle + k;
      const double want = state ? without.state[at] : without.vbo[at];
      if (each.colour || !(std::abs(got[at] - want) <= (state ? allowed.state : allowed.vbo) +
                                                           relative_tolerance * std::abs(want)))
        return false;
    }
    is_wrong[each.particle] = true;
    furthest = std::max(furthest, distance_at_first(data, each.particle));
  }
  bool is_one_right = !state || data.of.near_target;
  for (std::size_t i = 0; i < count && state; ++i)
    if (const double distance = distance_at_first(data, i);
        !is_wrong[i] && distance != 0 &&
        !std::binary_search(right.undecided_state.begin(), right.undecided_state.end(),
                            4 * i + 1)) {
      is_one_right = true;
      if (distance <= furthest)
        return false;
    }
  return !wrong.empty() && is_one_right;
}

inline void add_near_not_pulled(grader::test_case& one,
                                const std::shared_ptr<const scene_data>& data) {
  for (const bool state : {false, true}) {
    grader::misconception mistake{
        "near_not_pulled",
        "particles near their target are not pulled: only where |d| is exactly 0 there is no pull",
        {},
        {},
        "Is |d|, or its square, compared with another number than 0?"};
    if (data->of.steps == 1)
      mistake.made = [data, state](const std::vector<double>& got) {
        return near_ones_without_pull(*data, state, got);
      };
    one.known_mistake(state ? "d_state" : "d_vbo", mistake);
  }
}

/// All that are wrong have a velocity that is, are nearer to the target than all others, and none
/// is on it.
inline bool only_near_ones(const scene_data& data, const std::vector<double>& got) {
  const std::size_t fewest = data.of.near_target ? 1 : 4; // elsewhere fewer may be chance
  const std::vector<wrong_numbers> wrong = wrong_particles(data, true, got);
  std::vector<bool> is_wrong(data.begin.size());
  double furthest = 0;
  for (const wrong_numbers& each : wrong) {
    const double distance = distance_at_first(data, each.particle);
    if (each.age || has_to_begin(data, each.particle) || distance == 0)
      return false;
    is_wrong[each.particle] = true;
    furthest = std::max(furthest, distance);
  }
  bool is_one_right = false;
  for (std::size_t i = 0; i < data.begin.size(); ++i)
    if (const double distance = distance_at_first(data, i);
        !is_wrong[i] && !has_to_begin(data, i) && distance != 0) {
      is_one_right = true;
      if (distance <= furthest)
        return false;
    }
  return wrong.size() >= fewest && is_one_right;
}

inline void add_near_ones(grader::test_case& one, const std::shared_ptr<const scene_data>& data) {
  add_vague(
      one, true, "near_ones",
      "only particles very near to their target are wrong: all that are further away are right, "
      "and those exactly on it",
      [data](const std::vector<double>& got) { return only_near_ones(*data, got); },
      "The pull is 0.000005 d / |d|, however short d is: only where |d| is 0 there is none. Is "
      "something added to |d|, or does it have a least value?");
}

/// Numbers that are none, of particles that begin again and of no others.
inline bool only_new_ones_are_no_numbers(const scene_data& data, bool state,
                                         const std::vector<double>& got) {
  const right_numbers right(data, state);
  bool any = false, is_one_right = false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const bool begins = has_to_begin(data, i / 4 % data.begin.size());
    if (!std::isfinite(got[i])) {
      if (!begins)
        return false;
      any = true;
    } else if (!right.has(i, got[i])) {
      return false;
    } else {
      is_one_right = is_one_right || !begins;
    }
  }
  return any && is_one_right;
}

/// Of a swarm whose r has a negative number: a power function makes no r^3 of it.
inline void add_new_ones_are_no_numbers(grader::test_case& one,
                                        const std::shared_ptr<const scene_data>& data) {
  const vec r = data->r.front();
  const bool is_power = data->of.what == system::swarm && (r.x < 0 || r.y < 0 || r.z < 0);
  for (const bool state : {true, false})
    add_vague(
        one, state, "starts_no_number",
        fmt::format("only particles that begin again in this step are wrong: they are NaN "
                    "(not a number) or infinite{}",
                    is_power ? ", and r has a negative number here" : ""),
        [data, state](const std::vector<double>& got) {
          return only_new_ones_are_no_numbers(*data, state, got);
        },
        is_power ? "Is r^3 made by __powf, or with a logarithm? They make no number of a "
                   "negative r: r^3 is r * r * r. If it is not that: compare your lines for "
                   "particles that begin again with point 1 of lab07.h."
                 : compare_with(1, "particles that begin again"));
}

inline void add_facts(grader::test_case& one, const std::shared_ptr<const scene_data>& data) {
  add_left_behind(one, data);
  if (data->of.steps != 1)
    return; // what one step makes wrong, the next ones spread
  add_new_ones_are_no_numbers(one, data);
  if (data->of.what == system::swarm)
    add_near_ones(one, data);
  const points at = points_of(data->of.what);
  const auto every = [](const scene_data&, std::size_t) { return true; };
  const auto anything = [](const wrong_numbers&) { return true; };
  const auto add = [&](bool state, const std::string& id, const std::string& message,
                       const std::string& next, auto of, auto wrong) {
    add_fact(one, data, {state, id, message, next, of, wrong});
  };
  const char* const axes[] = {"x", "y", "z"};
  const std::string starts = "particles that begin again";
  for (const bool state : {true, false}) {
    const std::string what = state ? "velocity" : "position";
    for (std::size_t k = 0; k < 3; ++k)
      add(state, fmt::format("starts_{}_{}", what, axes[k]),
          fmt::format(
              "only particles that begin again in this step are wrong, and of these only {} "
              "of the {}",
              axes[k], what),
          compare_with(1, fmt::format("{} of the {} of {}", axes[k], what, starts)), has_to_begin,
          [k](const wrong_numbers& each) { return only_axis(each, k); });
    add(state, "starts_" + what, "only particles that begin again in this step are wrong",
        compare_with(1, starts), has_to_begin, anything);
  }
  if (data->of.what == system::fountain)
    add(true, "bouncing", "only the velocity of particles that bounce in this step is wrong",
        compare_with(4, "the bounce"), bounces,
        [](const wrong_numbers& each) { return !each.age; });
  add(true, "ages", "only the ages are wrong, and no velocity",
      compare_with(at.age, "the age") + " The age is .x of the state.", every,
      [](const wrong_numbers& each) { return each.age && !each.any_axis(); });
  add(false, "colours", "only the colours are wrong, and no position",
      compare_with(at.colour, "the colour") +
          " It is made of the new age, and stored at d_vbo[count + i].",
      every, [](const wrong_numbers& each) { return each.colour && !each.any_axis() && !each.w; });
  add(false, "fourth_numbers", "only the fourth numbers of the positions are wrong",
      "A position is (x, y, z, 1).", every,
      [](const wrong_numbers& each) { return each.w && !each.any_axis() && !each.colour; });
  const std::string bounce =
      data->of.what == system::fountain ? " y is changed by the bounce, too: point 4." : "";
  for (std::size_t k = 0; k < 3; ++k) {
    add(true, fmt::format("velocity_{}", axes[k]),
        fmt::format("only {} of the velocities is wrong", axes[k]),
        compare_with(at.velocity, fmt::format("{} of the velocity", axes[k])) +
            (k == 1 ? bounce : ""),
        every, [k](const wrong_numbers& each) { return only_axis(each, k); });
    add(false, fmt::format("position_{}", axes[k]),
        fmt::format("only {} of the positions is wrong", axes[k]),
        compare_with(at.position, fmt::format("{} of the position", axes[k])), every,
        [k](const wrong_numbers& each) { return only_axis(each, k); });
  }
  add(true, "velocities", "the velocities are wrong, in more than one axis, and no age",
      compare_with(at.velocity, "the velocity"), every,
      [](const wrong_numbers& each) { return !each.age; });
  add(false, "positions", "only positions are wrong, and no colour",
      compare_with(at.position, "the position"), every,
      [](const wrong_numbers& each) { return !each.colour; });
}

} // namespace cudalab::lab07
