// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 04: what is checked, on which sizes, for how many points.
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"
#include "grader/cases/probes.h"
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

using sizes = std::vector<product_ranges>;

/// Counted, and right whatever P's sides are.
const product_ranges uneven = {odd_size(41, 47), odd_size(79, 87), twice_odd(36, 42)};
/// P has as many elements as whole tiles of 16 or 32 have, and none of its tiles is whole.
const product_ranges low_p = {exactly(8), exactly(32), exactly(128)};
const product_ranges narrow_p = {exactly(128), exactly(32), exactly(8)};
/// More than P has tiles in a row.
const size_range several_phases = {96, 128, {size_class::whole_block}, 32};
// Multiples of 32, so that exercise 1 is done with a TILE of 16 or of 32.
const sizes whole_tiles = {{exactly(32), exactly(64), exactly(32)},
                           {exactly(32), exactly(32), exactly(32)},
                           {multiple_of(32, 2), multiple_of(32, 2), multiple_of(32, 2)},
                           {multiple_of(32, 3), exactly(32), multiple_of(32, 4)},
                           {exactly(32), several_phases, exactly(64)}};
/// 328 tiles of 32: more than a grid that fits the device at once, so that blocks which go on have
/// a second one.
const product_ranges more_than_a_full_device = {between(225, 240), exactly(1), between(1297, 1312)};
/// The same in five phases, or three of 32: threads of a block that goes on may still use what the
/// next tile of P overwrites, in one phase and in several.
const product_ranges full_device_in_phases = {between(225, 240), between(65, 80),
                                              between(1297, 1312)};
/// More than 16 bits count, and more blocks of 32 x 32 along a side than 4,096. On the emulated
/// device a barrier for each of so many threads takes seconds. And a number of products that is 0
/// in 32 bits.
const sizes for_gpu = {{prime_size(65'537, 65'566), exactly(2), exactly(1)},
                       {exactly(1), exactly(2), prime_size(65'537, 65'566)},
                       {exactly(1), prime_size(65'537, 65'566), exactly(2)},
                       {exactly(1), exactly(65'584), exactly(2)}, // 16 * 4099
                       {exactly(1), exactly(65'568), exactly(2)}, // 32 * 2049
                       {between(249'000, 250'000), exactly(2), exactly(1)},
                       {exactly(1), exactly(2), between(249'000, 250'000)},
                       more_than_a_full_device,
                       {exactly(2048), exactly(1024), exactly(2048)}};
/// Hundreds of phases: what is done for the first few, or in parts, is not all. With tiles of 16
/// and of 32 there are one more than a multiple of 8, the last of them partial; or an odd number of
/// whole ones, and a partial one. So what is done for several phases at once leaves a rest. And
/// none is partial: 33 tiles of 32, or 67 of 16.
const product_ranges many_phases = {exactly(1), odd_size(4353, 4367), exactly(1)},
                     many_whole_phases = {exactly(1), odd_size(1073, 1087), exactly(1)},
                     many_of_32 = {exactly(1), exactly(1056), exactly(1)},
                     many_of_16 = {exactly(1), exactly(1072), exactly(1)};
/// 41 tiles in a row, or 82: as floats, 41 * (1 / 41) is less than 1.
const product_ranges tiles_in_a_row = {between(33, 40), exactly(1), between(1297, 1312)};
// Every case is watched, at about 20 ns an access.
const sizes any_size = {{exactly(17), exactly(33), exactly(20)},
                        {exactly(16), exactly(16), exactly(16)},
                        {below(16), below(16), below(16)},
                        {above(16), above(16), above(16)},
                        {exactly(1), exactly(1), exactly(1)},
                        {below(32, 2), below(32, 2), below(32, 2)},
                        {above(32), above(32), above(32)},
                        {multiple_of(16, 3), multiple_of(16, 3), multiple_of(16, 3)},
                        {twice_odd(90, 106), prime_size(31, 43), prime_size(50, 60)},
                        {prime_size(50, 60), twice_odd(90, 106), twice_odd(34, 40)},
                        {exactly(1), above(256), exactly(3)},
                        {exactly(3), exactly(1), between(280, 320)},
                        {between(280, 320), exactly(2), exactly(1)},
                        {exactly(65), multiple_of(64, 2), exactly(47)},
                        low_p,
                        narrow_p,
                        tiles_in_a_row,
                        uneven,
                        many_phases,
                        many_whole_phases,
                        many_of_32,
                        many_of_16};
const sizes dynamic_any = {{exactly(32), exactly(64), exactly(32)},
                           {above(32), twice_odd(38, 42), above(16)},
                           {multiple_of(32, 2), multiple_of(32, 2), multiple_of(32, 2)},
                           {exactly(16), exactly(16), exactly(16)},
                           {exactly(1), exactly(1), exactly(1)},
                           {below(32), below(32, 2), below(32)},
                           {exactly(2), prime_size(180, 220), twice_odd(126, 134)},
                           {prime_size(90, 110), above(32), above(32)},
                           low_p,
                           narrow_p,
                           uneven};
// What tells races and accesses outside best, and what is counted.
const sizes clean_whole = {{exactly(32), exactly(64), exactly(32)},
                           {multiple_of(32, 2), exactly(96), exactly(32)}};
const sizes clean_any = {{exactly(17), exactly(33), exactly(20)},
                         {between(38, 44), prime_size(31, 43), below(16)},
                         {exactly(5), twice_odd(66, 74), exactly(3)},
                         {exactly(1), exactly(1), exactly(1)},
                         low_p,
                         narrow_p};
const sizes clean_dynamic = {{exactly(32), exactly(64), exactly(32)},
                             {above(32), twice_odd(38, 42), above(16)}};
const sizes traffic_sizes = {{exactly(64), exactly(96), exactly(32)}, uneven};
/// P is a single tile, also of 16: no reason to do without one.
const product_ranges one_tile = {exactly(16), between(90, 100), exactly(16)};
/// All of it is less than a tile: no reason for a smaller one.
const product_ranges small_in_all = {between(2, 15), between(2, 15), between(2, 15)};
/// All of J is less than a tile: it is loaded as a part of one, and used from there.
const product_ranges part_of_tile = {exactly(64), below(16), exactly(48)};
/// P has nearly the 4,096 elements of which each has a thread, in one row: hundreds of tiles. Some
/// of its blocks run: how many there are is all that is asked.
const product_ranges wide_row = {exactly(1), exactly(1), between(3900, 4096)};

/// `tile` 0: matmul_tiled.
test_case product_case(const random_source& random, const product_sizes& s, int tile) {
  std::string name = fmt::format("{} x {} x {}", s.I, s.J, s.K);
  if (tile != 0)
    name += fmt::format(", tile {}", tile);
  random_source own = random.of(name);
  test_case one = matmul_case(own, name, tile == 0 ? "matmul_tiled" : "matmul_tiled_dynamic", s.I,
                              s.J, s.K, static_cast<std::size_t>(tile == 0 ? 16 : tile));
  if (tile != 0)
    one.value("tile", tile);
  if (double{1} * s.I * s.J * s.K <= largest_explained) {
    add_known_mistakes(one, s.I, s.J, s.K, tile);
    one.ask([s] { return product_probes(s); });
  }
  return one;
}

/// All sizes with all tiles; 0 as above.
case_maker products(const sizes& of, const std::vector<int>& tiles) {
  return [of, tiles](random_source& random) {
    std::vector<test_case> cases;
    for (const int tile : tiles)
      for (const product_ranges& each : of)
        cases.push_back(product_case(random, each.drawn(random), tile));
    return cases;
  };
}

/// Near the limits of the header: M or P has nearly 2^29 elements.
const product_ranges largest_m = {exactly(249'856), exactly(2136), exactly(1)},
                     largest_p = {exactly(249'856), exactly(5), exactly(2136)};
/// One row or column, and more tiles than a grid has that someone gave a largest size.
const product_ranges widest_row = {exactly(1), exactly(1), between(249'000, 250'000)},
                     tallest_column = {between(249'000, 250'000), exactly(1), exactly(1)};
/// I J K is 2^32: 0 for who multiplies them as numbers of 32 bits.
const product_ranges product_of_32_bits = {exactly(16384), exactly(16), exactly(16384)};
const sizes sampled_static = {more_than_a_full_device,
                              full_device_in_phases,
                              largest_m,
                              largest_p,
                              widest_row,
                              product_of_32_bits},
            sampled_dynamic = {
                more_than_a_full_device, full_device_in_phases, largest_p, widest_row,
                tallest_column,          product_of_32_bits};

/// Some blocks run. `tile` as above.
test_case sampled_case(random_source& random, const product_ranges& of, int tile) {
  test_case one = sampled_matmul_case(random, tile == 0 ? "matmul_tiled" : "matmul_tiled_dynamic",
                                      of.drawn(random));
  if (tile != 0)
    one.value("tile", tile);
  return one;
}

case_maker products_and_sampled(const sizes& of, int tile, const sizes& sampled) {
  return [of, tile, sampled](random_source& random) {
    std::vector<test_case> cases =
        products(of, tile == 0 ? std::vector{0} : std::vector{16, 32})(random);
    for (const product_ranges& each : sampled)
      cases.push_back(sampled_case(random, each, tile));
    return cases;
  };
}

/// Those with many phases in small tiles only: ones of 32 take four times as long. And 41 tiles in
/// a row.
std::vector<test_case> dynamic_cases(random_source& random) {
  std::vector<test_case> cases = products(dynamic_any, {16, 32})(random);
  for (const product_ranges& each : {many_phases, many_whole_phases, many_of_32, many_of_16})
    cases.push_back(product_case(random, each.drawn(random), 16));
  cases.push_back(product_case(random, tiles_in_a_row.drawn(random), 32));
  return cases;
}

/// With one tile for a block. A grid that fits the device at once has 288 blocks of 32 x 32 at
/// most.
double rounds_of_full_device(const test_case& one) {
  constexpr std::size_t tile = 32;
  double tiles = 1;
  for (const char* side : {"I", "K"})
    tiles *= static_cast<double>((*length_named(side).of(one) + tile - 1) / tile);
  return tiles / 288;
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  return {{.functions = {"matmul_tiled", "matmul_tiled_dynamic"},
           .lengths = {length_named("I"), length_named("J"), length_named("K")},
           .sides = {16, 32},
           .rounds = rounds_of_full_device,
           .without = {{"elements are floats", {above_24_bits}},
                       {"blocks have the sides of a tile, 16 or 32", {odd_block_side}}}}};
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
  const product_ranges timed = {exactly(speed_size), exactly(speed_size), exactly(speed_size)};
  sizes counted = traffic_sizes;
  counted.insert(counted.end(), {one_tile, part_of_tile, small_in_all});
  const auto counted_in = [counted](const std::vector<int>& tiles) -> case_maker {
    return [=](random_source& random) {
      std::vector<test_case> cases = products(counted, tiles)(random);
      for (const int tile : tiles)
        cases.push_back(sampled_case(random, wide_row, tile));
      return cases;
    };
  };
  const auto gated = [&](auto gate) { return traffic_check{counted_in(in_static), gate}; };
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
                      correctness_check{
                          products(any_size, in_static), {}, products(for_gpu, in_static)}},
                     {"clean.any_size", "nothing is touched outside the matrices", 2, 10,
                      clean_check{products_and_sampled(clean_any, 0, sampled_static)}},
                     {"correctness.dynamic", "right with dynamic tiles of 16 and 32", 3, 15,
                      correctness_check{dynamic_cases, {}, products(for_gpu, in_dynamic)}},
                     {"clean.dynamic", "dynamic tiles are free of races and bad accesses", 3, 5,
                      clean_check{products_and_sampled(clean_dynamic, 16, sampled_dynamic)}},
                     {"traffic.loads", "values are loaded once for a tile, results stored once", 0,
                      7, gated(loads_gate)},
                     {"traffic.conflicts", "no bank conflicts", 0, 2, gated(conflicts_gate)},
                     {"traffic.barriers", "at most two barriers in each phase", 0, 2,
                      gated(barriers_gate)},
                     {"traffic.dynamic", "the same with dynamic tiles", 3, 5,
                      traffic_check{counted_in(in_dynamic), dynamic_gates}},
                     {"speed.static", "faster than the naive kernel", 0, 10,
                      speed_check{products(sizes(speed_inputs, timed), in_static), min_speedup,
                                  speedup_source, 2.0 * speed_size * speed_size * speed_size,
                                  3.0 * speed_size * speed_size * sizeof(float)}}},
          .demonstration = demonstration,
          .asks_first = {1, 2, 3},
          .never_wait = {"matmul_tiled", "matmul_tiled_dynamic"},
          .frees_when_throwing = true,
          .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab04

CUDALAB_REGISTER_LAB(cudalab::lab04::describe);
