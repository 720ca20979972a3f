// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 07: what is checked, on which meshes, for how many points.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "grader/cases/sizes.h"
#include "grader/lab.h"
#include "grader/pictures/case_values.h"
#include "grader/pictures/frame_data.h"
#include "lab07_gates.h"
#include "lab07_gravity_cases.h"
#include "lab07_interop.h"
#include "lab07_large.h"
#include "lab07_mistakes.h"
#include "lab07_scene_cases.h"

namespace cudalab::lab07 {

namespace {

using namespace grader;

/// Against the given fountain, which reads and writes one float at a time, at 2048 x 2048.
constexpr double min_fountain_speedup = 1.3;
constexpr const char* fountain_source = "NVIDIA H200, CUDA 13.0, 2048 x 2048: 1.97x";
constexpr int speed_side = 2048, speed_rows = 8, speed_steps = 16;
constexpr double speed_particles = double{speed_side} * speed_side * speed_steps;

/// Against the given gravity, which reads everything from global memory, with 65,536 bodies.
constexpr double min_gravity_speedup = 1.1;
constexpr const char* gravity_source =
    "NVIDIA H200, CUDA 13.0, 65,536 bodies: 1.3x with tiles and exact division (302 against 229 G "
    "interactions a second), 5.6x with one quick division for two bodies (1283), 6.1x with two "
    "rows of threads a block (1377)";
constexpr int speed_bodies = 65536, speed_sampled = 12;

constexpr beginning published = beginning::published, in_flight = beginning::in_flight;

/// A scene whose sizes the seed draws.
struct scene_range {
  system what;
  size_range width, height;
  int max_age, steps;
  size_range block_width, block_height;
  beginning from;
  bool at_target = false, near_target = false, target_at_zero = false;

  scene drawn(const random_source& seed) const {
    const auto side = [&seed](const size_range& of, const char* whose) {
      return static_cast<unsigned>(of.drawn(seed, whose));
    };
    return {what,
            width.drawn(seed, "width"),
            height.drawn(seed, "height"),
            max_age,
            steps,
            {side(block_width, "block.x"), side(block_height, "block.y"), 1},
            from,
            at_target,
            near_target,
            target_at_zero};
  }
};

scene_range scene_of(system what, const size_range& width, const size_range& height, int max_age,
                     int steps, beginning from, const size_range& block_width = exactly(16),
                     const size_range& block_height = exactly(16)) {
  return {what, width, height, max_age, steps, block_width, block_height, from};
}

/// With as many rows of blocks as a grid may have.
scene_range highest(system what, int block_height) {
  return scene_of(what, exactly(1), exactly(65535 * block_height), 80, 1, in_flight, exactly(1),
                  exactly(block_height));
}

/// Meshes that are no squares, blocks that do not fit, after 1, 10, 120 and 700 steps. One in which
/// all particles begin anew has rows of 41: as floats, 41 * (1 / 41) is less than 1.
std::vector<scene_range> shapes_of(system what) {
  const size_range even = twice_odd(50, 58), prime = prime_size(31, 43), few = between(1, 2);
  std::vector<scene_range> all = {
      scene_of(what, exactly(64), exactly(48), 600, 1, in_flight),
      scene_of(what, even, prime, 600, 1, in_flight),
      scene_of(what, prime, even, 600, 1, in_flight, exactly(12), exactly(12)),
      scene_of(what, between(41, 49), between(25, 29), 100, 1, in_flight, twice_odd(18, 22),
               odd_size(9, 21)),
      scene_of(what, above(32), above(32, 2), 600, 1, published, exactly(32), exactly(4)),
      scene_of(what, below(32, 2), below(32), 600, 1, in_flight, exactly(32), exactly(8)),
      scene_of(what, multiple_of(32), multiple_of(32), 90, 1, in_flight, exactly(8), exactly(32)),
      scene_of(what, above(32), below(32), 90, 1, in_flight, exactly(32), exactly(32)),
      scene_of(what, exactly(7), exactly(5), 90, 1, in_flight, exactly(1), exactly(1)),
      scene_of(what, exactly(1), between(280, 320), 80, 1, in_flight, exactly(1), exactly(256)),
      scene_of(what, between(280, 320), few, 80, 1, in_flight, exactly(256), exactly(1)),
      scene_of(what, between(30, 40), exactly(1), 80, 1, in_flight),
      scene_of(what, exactly(41), exactly(25), 6, 10, in_flight),
      scene_of(what, exactly(25), exactly(40), 600, 10, published, exactly(8)),
      scene_of(what, between(6, 8), exactly(5), 600, 700, published),
      scene_of(what, exactly(4), between(7, 9), 100, 120, in_flight, exactly(16), exactly(8))};
  // As many rows of blocks as a grid may have; more rows, and more columns, than 16 bits count;
  // and more blocks along x than a grid has along y. Of the highest mesh of others some blocks
  // run.
  if (what == system::fountain) {
    all.push_back(highest(what, 1));
    all.push_back(scene_of(what, exactly(1), more_than_16_bits(), 80, 1, in_flight, exactly(1),
                           exactly(256)));
    all.push_back(
        scene_of(what, more_than_16_bits(), exactly(1), 80, 1, in_flight, exactly(1), exactly(1)));
  } else {
    all.push_back(
        scene_of(what, exactly(1), between(4100, 4200), 80, 1, in_flight, exactly(1), exactly(1)));
  }
  return all;
}

const std::vector<scene_range> clean_fountains = {
    scene_of(system::fountain, exactly(20), exactly(17), 600, 1, in_flight),
    scene_of(system::fountain, exactly(13), between(25, 30), 600, 2, in_flight, exactly(12),
             exactly(12))};
const std::vector<scene_range> clean_others = {
    scene_of(system::swarm, exactly(20), exactly(17), 600, 1, in_flight),
    scene_of(system::sparkler, exactly(17), between(17, 20), 600, 1, in_flight, exactly(12),
             exactly(12))};
// One particle of each system: what is looked for stands in the text of the kernels.
case_maker one_of_each() {
  return [](random_source& random) {
    std::vector<test_case> cases;
    for (const system what : {system::fountain, system::swarm, system::sparkler})
      cases.push_back(scene_case(make_scene(random, {what, 1, 1, 600, 1, {1, 1, 1}, published})));
    cases.push_back(gravity_case(random, {256, 1, 0}));
    return cases;
  };
}

const std::vector<scene_range> traffic_scenes = {
    scene_of(system::fountain, exactly(64), exactly(32), 600, 1, published),
    scene_of(system::fountain, odd_size(43, 47), exactly(29), 600, 1, in_flight, exactly(32),
             exactly(8))};

struct gravity_range {
  size_range count;
  int steps;
  float fastest;
};
// The first one is not the largest: what is kept of it does not do for the others.
const std::vector<gravity_range> all_gravity = {
    {between(90, 120), 1, 0},    {exactly(1), 1, 0},
    {exactly(2), 1, 0},          {exactly(600), 1, 0},
    {exactly(256), 1, 0},        {below(256), 1, 0},
    {twice_odd(290, 310), 1, 0}, {prime_size(290, 320), 1, 2000},
    {exactly(100), 10, 0},       {above(256), 3, 2000},
    {exactly(512), 2, 2000}};
// More than one block, or there are no others whose bodies could be read too early.
const std::vector<gravity_range> clean_gravity = {{exactly(300), 1, 2000},
                                                  {between(60, 70), 2, 2000}};
const std::vector<gravity_range> traffic_gravity = {{exactly(256), 1, 0},
                                                    {odd_size(381, 401), 1, 0}};

/// For the case's name.
const char* beside_target(const scene& of) {
  return of.target_at_zero ? ", beside a target at (0, 0, 0)"
         : of.near_target  ? ", beside their target"
         : of.at_target    ? ", born on their target"
                           : "";
}

test_case explained_case(const std::shared_ptr<const scene_data>& data) {
  constexpr std::size_t largest_explained = 10'000;
  test_case one = scene_case(data, beside_target(data->of));
  if (data->begin.size() <= largest_explained)
    add_known_mistakes(one, data);
  else if (data->of.steps == 1)
    add_left_behind(one, data);
  return one;
}

case_maker scenes(const std::vector<scene_range>& all) {
  return [all](random_source& random) {
    std::vector<test_case> cases;
    for (const scene_range& each : all)
      cases.push_back(explained_case(make_scene(random, each.drawn(random))));
    return cases;
  };
}

/// And blocks of 1,056 threads, which no device can launch.
case_maker scenes_and_impossible(std::vector<scene_range> all) {
  return [all = std::move(all)](random_source& random) {
    std::vector<test_case> cases = scenes(all)(random);
    const scene_range impossible = scene_of(all.front().what, exactly(33), exactly(32), 600, 1,
                                            in_flight, exactly(33), exactly(32));
    cases.push_back(scene_case(make_scene(random, impossible.drawn(random))).launch_fails());
    return cases;
  };
}

std::vector<test_case> others_and_highest(random_source& random) {
  std::vector<test_case> cases = scenes(clean_others)(random);
  // Two rows of particles a block: more of them than 16 bits count.
  for (const system what : {system::swarm, system::sparkler})
    cases.push_back(sampled_scene_case(make_scene(random, highest(what, 2).drawn(random))));
  return cases;
}

/// For the report: the ends of the longer cases, after the first wrong one if that is a short one.
nlohmann::json frames(const std::vector<finished_case>& cases, const std::string& title) {
  constexpr double long_enough = 10;
  std::vector<const finished_case*> shown;
  const finished_case* wrong = nullptr;
  for (const finished_case& each : cases) {
    if (scalar_of(each.one, "steps") >= long_enough)
      shown.push_back(&each);
    if (!each.right && wrong == nullptr)
      wrong = &each;
  }
  if (wrong != nullptr && std::find(shown.begin(), shown.end(), wrong) == shown.end())
    shown.insert(shown.begin(), wrong);
  return nlohmann::json::array({frame_data(title, shown, "d_vbo")});
}

picture_maker frames_of(const std::string& title) {
  return [title](const std::vector<finished_case>& cases) { return frames(cases, title); };
}

/// A swarm can also be born exactly on its target, or be very near to it.
case_maker swarm_scenes() {
  std::vector<scene_range> all = shapes_of(system::swarm);
  all.push_back(scene_of(system::swarm, exactly(19), exactly(6), 600, 1, in_flight));
  all.back().at_target = true;
  all.push_back(scene_of(system::swarm, exactly(6), exactly(19), 600, 1, in_flight));
  all.back().near_target = true;
  all.push_back(all.back());
  all.back().target_at_zero = true;
  return scenes_and_impossible(all);
}

case_maker gravity(const std::vector<gravity_range>& all) {
  return [all](random_source& random) {
    std::vector<test_case> cases;
    for (const gravity_range& each : all)
      cases.push_back(gravity_case(random, {each.count.drawn(random), each.steps, each.fastest}));
    return cases;
  };
}

case_maker gravity_and_crowd(const std::vector<gravity_range>& all) {
  return [all](random_source& random) {
    std::vector<test_case> cases = gravity(all)(random);
    cases.push_back(sampled_gravity_case(random, between(4100, 4200).drawn(random)));
    return cases;
  };
}

case_maker large_fountains() {
  return [](random_source& random) {
    return std::vector<test_case>{large_fountain_case(random, speed_side, speed_rows, speed_steps),
                                  large_fountain_case(random, speed_side, speed_rows, speed_steps)};
  };
}

case_maker large_gravity() {
  return [](random_source& random) {
    return std::vector<test_case>{large_gravity_case(random, speed_bodies, speed_sampled),
                                  large_gravity_case(random, speed_bodies, speed_sampled)};
  };
}

call_length side_of_block(std::size_t axis, const std::string& name) {
  return {name, [axis](const test_case& one) -> std::optional<std::size_t> {
            for (const auto& each : one.call().arguments)
              if (const auto* vector = std::get_if<protocol::vector_argument>(&each);
                  vector != nullptr && vector->name == "block")
                return static_cast<std::size_t>(vector->values.at(axis));
            return std::nullopt;
          }};
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception floats{"numbers of particles are floats", {above_24_bits}};
  size_coverage fountains{
      .functions = {"fountain_scene"},
      .lengths = {length_named("width"), length_named("height")},
      .sides = {16, 32},
      .block_sides = {side_of_block(0, "block.x"), side_of_block(1, "block.y")},
      .without = {floats, {"a grid has room for every mesh that lab07.h allows", {further_round}}}};
  size_coverage others = fountains;
  others.functions = {"swarm_scene", "sparkler_scene"};
  others.without.push_back({"the fountain has such meshes, and they are dear", {above_16_bits}});
  return {fountains,
          others,
          {.functions = {"gravity_scene"},
           .lengths = {length_named("count")},
           .sides = {256},
           .without = {floats,
                       {"a block for each tile of bodies", {further_round}},
                       {"4,000 million pairs: they are timed, on a GPU", {above_16_bits}},
                       {"the student chooses the block", {odd_block_side}}}},
          {.functions = {"interop_scene"},
           .without = {floats,
                       {"nothing of the student's is launched", {further_round, odd_block_side}}}}};
}

std::vector<test_case> demonstration(random_source& random) {
  std::vector<test_case> cases;
  for (const system what : {system::fountain, system::swarm, system::sparkler})
    cases.push_back(scene_case(make_scene(random, {what, 4, 2, 600, 1, {2, 2, 1}, in_flight})));
  cases.push_back(gravity_case(random, {3, 1, 0}));
  return cases;
}

lab_description describe() {
  return {.name = "lab07",
          .title = "Particles",
          .folder = "lab07_particles",
          .you_write = "fountains, swarms and gravity",
          .you_learn = "wide types, a race between blocks, OpenGL",
          .builds_on = {"lab03", "lab04"},
          .guides = {"guides/coalescing", "guides/precision"},
          .checks = {{"correctness.fountain", "the fountain moves as it should", 1, 14,
                      correctness_check{scenes_and_impossible(shapes_of(system::fountain)),
                                        frames_of("fountain_step")}},
                     {"clean.fountain", "each thread moves its own particle", 1, 8,
                      clean_check{scenes(clean_fountains), {finding_kind::leak}}},
                     {"traffic.fountain", "16 bytes at a time", 1, 8,
                      traffic_check{scenes(traffic_scenes), wide_gate}},
                     {"speed.fountain", "a fountain faster than one float at a time", 0, 8,
                      speed_check{large_fountains(), min_fountain_speedup, fountain_source,
                                  25 * speed_particles, 80 * speed_particles}},
                     {"correctness.swarm", "the swarm follows its target", 2, 10,
                      correctness_check{swarm_scenes(), frames_of("swarm_step")}},
                     {"correctness.sparkler", "the sparks fly, slow down and fall", 2, 10,
                      correctness_check{scenes_and_impossible(shapes_of(system::sparkler)),
                                        frames_of("sparkler_step")}},
                     {"clean.swarms", "both are free of bad accesses", 2, 5,
                      clean_check{others_and_highest, {finding_kind::leak}}},
                     {"correctness.gravity", "every body pulls at every other", 3, 10,
                      correctness_check{gravity(all_gravity), frames_of("gravity_step")}},
                     {"clean.gravity", "nobody reads a position that another thread writes", 3, 8,
                      clean_check{gravity_and_crowd(clean_gravity), {finding_kind::leak}}},
                     {"traffic.gravity", "positions come in tiles", 3, 4,
                      traffic_check{gravity(traffic_gravity), tiles_gate}},
                     {"speed.gravity", "faster than straight from global memory", 3, 4,
                      speed_check{large_gravity(), min_gravity_speedup, gravity_source,
                                  15.0 * speed_bodies * speed_bodies, 96.0 * speed_bodies}},
                     {"correctness.interop", "OpenGL sees what the kernels write", 4, 5,
                      correctness_check{interop_cases}, lacking_opengl},
                     {"clean.interop", "the buffer object is shared with care", 4, 3,
                      clean_check{interop_cases, {finding_kind::leak}}, lacking_opengl},
                     {"clean.precision", "no double-precision arithmetic", 0, 3,
                      clean_check{
                          one_of_each(), {finding_kind::double_arithmetic}, /*only_those=*/true}}},
          .demonstration = demonstration,
          .never_wait = {"fountain_scene", "swarm_scene", "sparkler_scene", "gravity_scene",
                         "interop_scene"},
          .frees_when_throwing = true,
          .check_each_call = {"interop_scene"},
          .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab07

CUDALAB_REGISTER_LAB(cudalab::lab07::describe);
