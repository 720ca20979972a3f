// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 04: what is checked, on which sizes, for how many points.
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"
#include "grader/lab.h"
#include "lab04_gates.h"
#include "lab04_mistakes.h"

namespace cudalab::lab04 {

namespace {

using namespace grader;

/// At 2048 x 2048 the tiled kernel must beat the given naive one by this factor. Measured on an
/// NVIDIA H200 (CUDA 13.0): 1.47 with tiles of 16, 1.68 with tiles of 32.
constexpr double min_speedup = 1.25;
constexpr const char* speedup_source =
    "NVIDIA H200, CUDA 13.0, 2048 x 2048: 1.47x with tiles of 16, 1.68x with tiles of 32";
constexpr int speed_size = 2048;
constexpr int speed_inputs = 3;

/// Larger products get no known mistakes: a hundredth of a second each is enough.
constexpr double largest_explained = 160.0 * 160 * 160;

struct size {
  int I, J, K;
};
using sizes = std::vector<size>;

// Multiples of 32, so that exercise 1 is done with a TILE of 16 or of 32.
const sizes whole_tiles = {{32, 64, 32}, {32, 32, 32}, {64, 64, 64}, {96, 32, 160}, {32, 96, 64}};
// Every case is watched, at about 20 ns an access. (530 x 1 x 520 has 289 tiles of 32: more than a
// grid that fits the device at once, so that blocks which go on have a second one.)
const sizes any_size = {{17, 33, 20}, {16, 16, 16},  {17, 17, 17},  {15, 15, 15},
                        {1, 1, 1},    {31, 31, 31},  {33, 33, 33},  {48, 48, 48},
                        {63, 64, 65}, {100, 37, 59}, {59, 100, 37}, {1, 257, 3},
                        {3, 1, 300},  {300, 2, 1},   {65, 128, 47}, {530, 1, 520}};
const sizes dynamic_any = {{32, 64, 32}, {33, 40, 17},  {64, 64, 64},  {16, 16, 16}, {1, 1, 1},
                           {31, 33, 32}, {2, 200, 130}, {100, 37, 59}, {96, 64, 96}};
// What tells races and accesses outside best, and what is counted.
const sizes clean_whole = {{32, 64, 32}, {64, 96, 32}};
const sizes clean_any = {{17, 33, 20}, {40, 37, 15}, {5, 70, 3}, {1, 1, 1}};
const sizes clean_dynamic = {{32, 64, 32}, {33, 40, 17}};
const sizes traffic_sizes = {{64, 96, 32}, {45, 83, 38}};

/// `tile` 0: matmul_tiled.
test_case product_case(random_source& random, const size& s, int tile) {
  std::string name = fmt::format("{} x {} x {}", s.I, s.J, s.K);
  if (tile != 0)
    name += fmt::format(", tile {}", tile);
  random_source own = random.of(name);
  test_case one = matmul_case(own, name, tile == 0 ? "matmul_tiled" : "matmul_tiled_dynamic", s.I,
                              s.J, s.K, static_cast<std::size_t>(tile == 0 ? 16 : tile));
  if (tile != 0)
    one.value("tile", tile);
  if (double{1} * s.I * s.J * s.K <= largest_explained)
    add_known_mistakes(one, s.I, s.J, s.K, tile);
  return one;
}

/// All sizes with all tiles; 0 as above.
case_maker products(const sizes& of, const std::vector<int>& tiles) {
  return [of, tiles](random_source& random) {
    std::vector<test_case> cases;
    for (const int tile : tiles)
      for (const size& s : of)
        cases.push_back(product_case(random, s, tile));
    return cases;
  };
}

/// `tile` 0: matmul_tiled.
test_case shown_case(const std::string& name, int side, int tile, std::vector<float> m,
                     std::vector<float> n) {
  test_case one(name, tile == 0 ? "matmul_tiled" : "matmul_tiled_dynamic");
  const std::size_t width = static_cast<std::size_t>(side);
  one.input("d_M", m)
      .input("d_N", n)
      .output("d_P", protocol::element_type::float32, width * width)
      .value("I", side)
      .value("J", side)
      .value("K", side)
      .expect("d_P", [m, n, width] {
        return expectation{product(m, n, width, width, width), 1e-3, 0, {width, width, 16, 16}, {}};
      });
  if (tile != 0)
    one.value("tile", tile);
  return one;
}

/// Products that can be checked by eye, in the order of the exercises. Whole tiles, every column of
/// P the same number (1); the example of README.md, less than a tile (2); both with dynamic
/// tiles (3).
std::vector<test_case> demonstration(random_source&) {
  constexpr int side = 32;
  const std::vector<float> ones(side * side, 1);
  std::vector<float> columns(side * side);
  for (int i = 0; i < side * side; ++i)
    columns[i] = static_cast<float>(i % side);
  const std::vector<float> m = {1, 2, 3, 4, 0, 1, 0, 2, 5, 0, 1, 0, 2, 2, 1, 1};
  const std::vector<float> n = {1, 0, 2, 1, 3, 1, 0, 2, 0, 2, 1, 1, 1, 1, 0, 3};
  return {shown_case("ones times column numbers", side, 0, ones, columns),
          shown_case("the example", 4, 0, m, n),
          shown_case("ones times column numbers, dynamic", side, 16, ones, columns),
          shown_case("the example, dynamic", 4, 32, m, n)};
}

lab_description describe() {
  const std::vector<int> in_static = {0}, in_dynamic = {16, 32};
  const auto gated = [&](auto gate) {
    return traffic_check{products(traffic_sizes, in_static), gate};
  };
  return {.name = "lab04",
          .title = "Tiled matrix multiplication",
          .folder = "lab04_tiled_matmul",
          .you_write = "the same in tiles",
          .you_learn = "shared memory, and the barriers it needs",
          .builds_on = {"lab03"},
          .guides = {"guides/memory_spaces", "guides/bank_conflicts", "guides/occupancy"},
          .checks = {{"correctness.whole_tiles", "right for sizes that are multiples of the tile",
                      1, 10, correctness_check{products(whole_tiles, in_static)}},
                     {"clean.static", "no thread gets ahead of another", 1, 15,
                      clean_check{products(clean_whole, in_static)}},
                     {"traffic.stores", "each result is stored once, side by side", 1, 4,
                      traffic_check{products(clean_whole, in_static), stores_gate}},
                     {"correctness.any_size", "right for any size", 2, 15,
                      correctness_check{products(any_size, in_static)}},
                     {"clean.any_size", "nothing is touched outside the matrices", 2, 10,
                      clean_check{products(clean_any, in_static)}},
                     {"correctness.dynamic", "right with dynamic tiles of 16 and 32", 3, 15,
                      correctness_check{products(dynamic_any, in_dynamic)}},
                     {"clean.dynamic", "dynamic tiles are free of races and bad accesses", 3, 5,
                      clean_check{products(clean_dynamic, in_dynamic)}},
                     {"traffic.loads", "each value is loaded once for a tile, side by side", 0, 7,
                      gated(loads_gate)},
                     {"traffic.conflicts", "no bank conflicts", 0, 2, gated(conflicts_gate)},
                     {"traffic.barriers", "at most two barriers in each phase", 0, 2,
                      gated(barriers_gate)},
                     {"traffic.dynamic", "the same with dynamic tiles", 3, 5,
                      traffic_check{products(traffic_sizes, in_dynamic), all_gates}},
                     {"speed.static", "faster than the naive kernel", 0, 10,
                      speed_check{
                          products(sizes(speed_inputs, {speed_size, speed_size, speed_size}),
                                   in_static),
                          min_speedup, speedup_source, 2.0 * speed_size * speed_size * speed_size,
                          3.0 * speed_size * speed_size * sizeof(float)}}},
          .demonstration = demonstration,
          .never_wait = {"matmul_tiled", "matmul_tiled_dynamic"}};
}

} // namespace

} // namespace cudalab::lab04

CUDALAB_REGISTER_LAB(cudalab::lab04::describe);
