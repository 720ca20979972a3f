// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 07: what is checked, on which meshes, for how many points.
#include <algorithm>
#include <string>
#include <vector>

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
    "interactions a second), 5.6x with one quick division for two bodies (1283)";
constexpr int speed_bodies = 65536, speed_sampled = 12;

constexpr block_shape square{16, 16, 1};
constexpr beginning published = beginning::published, in_flight = beginning::in_flight;

/// Meshes that are no squares, blocks that do not fit, after 1, 10 and 700 steps.
std::vector<scene> shapes_of(system what) {
  return {{what, 64, 48, 600, 1, square, in_flight},
          {what, 50, 37, 600, 1, square, in_flight},
          {what, 37, 50, 600, 1, {12, 12, 1}, in_flight},
          {what, 45, 26, 100, 1, {20, 20, 1}, in_flight},
          {what, 33, 65, 600, 1, {32, 4, 1}, published},
          {what, 7, 5, 90, 1, {1, 1, 1}, in_flight},
          {what, 1, 300, 80, 1, {1, 256, 1}, in_flight},
          {what, 300, 2, 80, 1, {256, 1, 1}, in_flight},
          {what, 40, 25, 6, 10, square, in_flight},
          {what, 25, 40, 600, 10, {8, 16, 1}, published},
          {what, 13, 9, 600, 700, square, published},
          {what, 7, 15, 100, 700, {16, 8, 1}, in_flight}};
}

const std::vector<scene> clean_fountains = {
    {system::fountain, 20, 17, 600, 1, square, in_flight},
    {system::fountain, 13, 30, 600, 2, {12, 12, 1}, in_flight}};
const std::vector<scene> clean_others = {
    {system::swarm, 20, 17, 600, 1, square, in_flight},
    {system::sparkler, 17, 20, 600, 1, {12, 12, 1}, in_flight}};
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

const std::vector<scene> traffic_scenes = {
    {system::fountain, 64, 32, 600, 1, square, published},
    {system::fountain, 45, 29, 600, 1, {32, 8, 1}, in_flight}};

const std::vector<gravity_scene> all_gravity = {
    {600, 1, 0}, {1, 1, 0},      {2, 1, 0},    {100, 1, 0},    {256, 1, 0},
    {300, 1, 0}, {300, 1, 2000}, {100, 10, 0}, {257, 3, 2000}, {512, 2, 2000}};
// More than one block, or there are no others whose bodies could be read too early.
const std::vector<gravity_scene> clean_gravity = {{300, 1, 2000}, {64, 2, 2000}};
const std::vector<gravity_scene> traffic_gravity = {{256, 1, 0}, {391, 1, 0}};

test_case explained_case(const std::shared_ptr<const scene_data>& data) {
  test_case one = scene_case(data);
  add_known_mistakes(one, data);
  return one;
}

case_maker scenes(const std::vector<scene>& all) {
  return [all](random_source& random) {
    std::vector<test_case> cases;
    for (const scene& each : all)
      cases.push_back(explained_case(make_scene(random, each)));
    return cases;
  };
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

/// A swarm can also be born exactly on its target.
case_maker swarm_scenes() {
  std::vector<scene> all = shapes_of(system::swarm);
  all.push_back({system::swarm, 19, 6, 600, 1, square, in_flight, true});
  return scenes(all);
}

case_maker gravity(const std::vector<gravity_scene>& all) {
  return [all](random_source& random) {
    std::vector<test_case> cases;
    for (const gravity_scene& each : all)
      cases.push_back(gravity_case(random, each));
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

std::vector<test_case> demonstration(random_source& random) {
  std::vector<test_case> cases;
  for (const system what : {system::fountain, system::swarm, system::sparkler})
    cases.push_back(scene_case(make_scene(random, {what, 4, 2, 600, 1, {2, 2, 1}, in_flight})));
  cases.push_back(gravity_case(random, {3, 1, 0}));
  return cases;
}

lab_description describe() {
  return {
      .name = "lab07",
      .title = "Particles",
      .folder = "lab07_particles",
      .you_write = "fountains, swarms and gravity",
      .you_learn = "wide types, a race between blocks, OpenGL",
      .builds_on = {"lab03", "lab04"},
      .guides = {"guides/coalescing", "guides/precision"},
      .checks =
          {{"correctness.fountain", "the fountain moves as it should", 1, 14,
            correctness_check{scenes(shapes_of(system::fountain)), frames_of("fountain_step")}},
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
            correctness_check{scenes(shapes_of(system::sparkler)), frames_of("sparkler_step")}},
           {"clean.swarms", "both are free of bad accesses", 2, 5,
            clean_check{scenes(clean_others), {finding_kind::leak}}},
           {"correctness.gravity", "every body pulls at every other", 3, 10,
            correctness_check{gravity(all_gravity), frames_of("gravity_step")}},
           {"clean.gravity", "nobody reads a position that another thread writes", 3, 8,
            clean_check{gravity(clean_gravity), {finding_kind::leak}}},
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
            clean_check{one_of_each(), {finding_kind::double_arithmetic}, /*only_those=*/true}}},
      .demonstration = demonstration,
      .never_wait = {"fountain_scene", "swarm_scene", "sparkler_scene", "gravity_scene"}};
}

} // namespace

} // namespace cudalab::lab07

CUDALAB_REGISTER_LAB(cudalab::lab07::describe);
