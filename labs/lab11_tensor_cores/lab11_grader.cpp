// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 11: what is checked, on which sizes, for how many points.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/lab.h"
#include "lab11_cases.h"
#include "lab11_errors.h"
#include "lab11_gates.h"
#include "lab11_large.h"

namespace cudalab::lab11 {

namespace {

using namespace grader;

/// At 2048 x 2048 each must beat the given kernel, which uses no tensor cores, by such a factor.
/// cuBLAS (half, sums of floats) is 68.9 times as fast as it: 0.35 of that is asked of tiles, 0.45
/// of mma, 0.80 of Hopper's instructions.
constexpr const char* speedup_source =
    "NVIDIA H200, CUDA 13.0, 2048 x 2048, given kernel 1.885 ms, cuBLAS 68.9x: ";
constexpr double min_speedup_tiles = 24;  ///< 35.5: 0.0531 ms
constexpr double min_speedup_mma = 31;    ///< 42.1: 0.0448 ms
constexpr double min_speedup_hopper = 55; ///< 67.5: 0.0279 ms
constexpr int speed_size = 2048;
constexpr product_sizes timed{speed_size, speed_size, speed_size};
constexpr int speed_inputs = 3;

// The products are as small as they may be: one tile and several, less phases than there are stages
// and more.
// (TensorFloat-32: 8 columns at a time, an odd number of times and an even one.)
// (656: 41 parts in a row, of which a division by a float's reciprocal takes the last for the next
// row's.)
const sizes for_fragments = {
    {exactly(16), exactly(16), exactly(16)},  {exactly(48), exactly(32), exactly(80)},
    {exactly(80), exactly(64), exactly(16)},  {exactly(80), exactly(48), exactly(160)},
    {exactly(16), exactly(256), exactly(32)}, {exactly(16), exactly(16), exactly(656)}};
const sizes for_tf32 = {{exactly(16), exactly(8), exactly(16)},
                        {exactly(80), exactly(24), exactly(48)},
                        {exactly(48), exactly(72), exactly(80)},
                        {exactly(16), exactly(16), exactly(656)}};
// 17 tiles above each other and 9 side by side: who makes them in bands has a smaller one at the
// end.
const sizes for_tiles = {
    {exactly(1152), exactly(32), exactly(256)}, {exactly(256), exactly(32), exactly(1152)},
    {exactly(128), exactly(32), exactly(128)},  {exactly(128), exactly(64), exactly(256)},
    {exactly(256), exactly(128), exactly(128)}, {exactly(256), exactly(32), exactly(640)}};
const sizes for_mma = {{exactly(1152), exactly(64), exactly(256)},
                       {exactly(256), exactly(64), exactly(1152)},
                       {exactly(128), exactly(64), exactly(128)},
                       {exactly(128), exactly(256), exactly(128)},
                       {exactly(256), exactly(64), exactly(640)}};
const sizes counted_fragments = {{exactly(48), exactly(32), exactly(80)},
                                 {exactly(80), exactly(64), exactly(16)}};
const sizes counted_tiles = {{exactly(128), exactly(32), exactly(128)},
                             {exactly(256), exactly(128), exactly(128)}};
const sizes counted_mma = {{exactly(128), exactly(64), exactly(128)},
                           {exactly(128), exactly(256), exactly(128)}};

const char* const fragments = "matmul_fragments<half>";
const char* const fragments_of_bfloat16 = "matmul_fragments<__nv_bfloat16>";
const char* const tiles = "matmul_tiles<half>";
const char* const by_mma = "matmul_mma<half>";
const char* const hopper = "matmul_hopper<half>";

// Of the large cases some blocks run, the last one too. 2,000,000 rows are more parts of 16 x 16 in
// a column than a grid has blocks along y and z; in wide products there are more in a row, or
// tiles. A byte's place does not fit an int: in M of 2,000,000 x 544 halves or x 272 floats, in P
// of `tall` (nor an unsigned), and in N of wide ones (of floats nor an unsigned). The two functions
// of an exercise share these. (M of tiles that is so large costs 17 phases of each block: there N
// and P are.)
constexpr int most_rows = 2'000'000, very_many = 22 * stored_columns,
              many_in_tiles = 8 * stored_columns, many_in_deep_tiles = 6 * stored_columns;
constexpr product_sizes tall{most_rows, 16, 544};
const std::vector<large_product> large_fragments = {{fragments, {most_rows, 544, 16}},
                                                    {fragments_of_bfloat16, tall},
                                                    {fragments_of_bfloat16, {16, 48, very_many}}},
                                 large_tf32 = {{"matmul_tf32", {most_rows, 272, 16}},
                                               {"matmul_tf32x3", tall},
                                               {"matmul_tf32x3", {16, 40, very_many}}},
                                 large_tiles = {{tiles, {128, 96, many_in_tiles}}},
                                 large_mma = {{by_mma, {128, 128, many_in_deep_tiles}}};

// A pair of blocks makes 256 x 256 elements: one of them has no neighbours, and of three rounds of
// 66 pairs, as an H200 has, the last is not full. One phase, as many as there are stages, and more
// of them, even and odd.
const std::vector<product_sizes> for_hopper = {
    {256, 64, 256}, {512, 512, 512}, {256, 192, 1280}, {1536, 256, 256}, {3328, 320, 3072}};

speed_check fast(const std::string& function, double min_ratio, const std::string& measured) {
  constexpr double edge = speed_size;
  return {large_products(function, std::vector<product_sizes>(speed_inputs, timed)), min_ratio,
          speedup_source + measured, 2 * edge * edge * edge, edge * edge * (2 * 2 + sizeof(float))};
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception multiples{"the header promises multiples of the tile",
                                 {one, odd, prime, below_block, above_block, not_by_four}};
  const size_exception large{"every case is watched",
                             {above_16_bits, further_round, above_24_bits}};
  const size_exception given{"the launch is given", {odd_block_side}};
  size_coverage early{
      .functions = {fragments, fragments_of_bfloat16, "matmul_tf32", "matmul_tf32x3"},
      .lengths = {length_named("I"), length_named("J"), length_named("K")},
      .sides = {8},
      .without = {multiples, large, given}};
  size_coverage tiled = early;
  tiled.functions = {tiles, by_mma};
  return {early, tiled};
}

/// M holds only ones, and each element of N is a third of its column's number: each column of P has
/// one number, and what is missing in it is the error.
test_case shown_case(const std::string& function, int I, int J, int K) {
  const exercise of = exercise_of(function);
  auto both = std::make_shared<factors>();
  both->size = {I, J, K};
  both->m.assign(static_cast<std::size_t>(I * J), 1.0f);
  both->n.resize(static_cast<std::size_t>(J * K));
  for (std::size_t i = 0; i < both->n.size(); ++i)
    both->n[i] = static_cast<float>(i % static_cast<std::size_t>(K)) / 3.0f;
  if (of.of.packed)
    both->n = rounded(of.of, both->n);
  return call_of(fmt::format("ones times thirds, {}", function), of, both);
}

std::vector<test_case> demonstration(random_source&) {
  return {shown_case(fragments, 16, 16, 16),     shown_case(fragments_of_bfloat16, 16, 16, 16),
          shown_case("matmul_tf32", 16, 16, 16), shown_case("matmul_tf32x3", 16, 16, 16),
          shown_case(tiles, 128, 32, 128),       shown_case(by_mma, 128, 64, 128)};
}

std::string lacking_hopper(backend_kind on) {
  return on == backend_kind::gpu ? "" : "needs an NVIDIA GPU of compute capability 9.0";
}

std::vector<check_description> early_exercises() {
  return {
      {"correctness.fragments", "right in fragments of half", 1, 9,
       correctness_check{products({fragments}, for_fragments)}},
      {"correctness.bfloat16", "right in fragments of bfloat16", 1, 3,
       correctness_check{products({fragments_of_bfloat16}, for_fragments)}},
      {"clean.fragments", "no fragment lies outside of the matrices", 1, 5,
       clean_check{
           products_and_large({fragments, fragments_of_bfloat16}, for_fragments, large_fragments)}},
      {"traffic.fragments", "two fragments loaded for a product, sums stored once", 1, 6,
       traffic_check{products({fragments, fragments_of_bfloat16}, counted_fragments),
                     fragments_gate}},
      {"correctness.tf32",
       "rounded to the nearest TensorFloat-32",
       2,
       8,
       correctness_check{products({"matmul_tf32"}, for_tf32), precision_picture},
       {},
       {"correctness.fragments"}},
      {"correctness.tf32x3",
       "nearly as exact as floats",
       2,
       9,
       correctness_check{products({"matmul_tf32x3"}, for_tf32), precision_picture},
       {},
       {"correctness.tf32"}},
      {"clean.tf32", "TensorFloat-32 is free of bad accesses", 2, 4,
       clean_check{products_and_large({"matmul_tf32", "matmul_tf32x3"}, for_tf32, large_tf32)}}};
}

std::vector<check_description> late_exercises() {
  return {{"correctness.tiles", "right in tiles", 3, 10,
           correctness_check{products({tiles}, for_tiles)}},
          {"clean.tiles", "each tile is complete before it is used", 3, 10,
           clean_check{products_and_large({tiles}, for_tiles, large_tiles)}},
          {"traffic.tiles", "8 fragments loaded for 16 products, no conflicts", 3, 8,
           traffic_check{products({tiles}, counted_tiles), tiles_gate}},
          {"speed.tiles", "tiles pay", 3, 4, fast(tiles, min_speedup_tiles, "35.5x")},
          {"correctness.mma",
           "right by ldmatrix and mma",
           4,
           10,
           correctness_check{products({by_mma}, for_mma)},
           {},
           {"correctness.tiles"}},
          {"clean.mma",
           "swizzled tiles are complete before they are used",
           4,
           8,
           clean_check{products_and_large({by_mma}, for_mma, large_mma)},
           {},
           {"clean.tiles"}},
          {"traffic.mma",
           "no conflicts without padding",
           4,
           10,
           traffic_check{products({by_mma}, counted_mma), mma_gate},
           {},
           {"traffic.tiles"}},
          {"speed.mma", "at least 0.45 of cuBLAS", 4, 4, fast(by_mma, min_speedup_mma, "42.1x")}};
}

std::vector<check_description> bonus() {
  return {{.id = "correctness.hopper",
           .title = "right by the copy engine and wgmma",
           .exercise = 5,
           .points = 10,
           .what = correctness_check{large_products(hopper, for_hopper)},
           .lacking = lacking_hopper,
           .bonus = true},
          {.id = "speed.hopper",
           .title = "at least 0.80 of cuBLAS",
           .exercise = 5,
           .points = 10,
           .what = fast(hopper, min_speedup_hopper, "67.5x"),
           .bonus = true}};
}

lab_description describe() {
  lab_description lab{.name = "lab11",
                      .title = "Tensor cores",
                      .folder = "lab11_tensor_cores",
                      .you_write = "matrix products on tensor cores, in four precisions",
                      .you_learn = "fragments, rounding, swizzled tiles, ldmatrix and mma",
                      .builds_on = {"lab10"},
                      .guides = {"tensor_cores", "guides/bank_conflicts"},
                      .checks = early_exercises(),
                      .demonstration = demonstration,
                      .asks_first = {3},
                      .never_wait = {fragments, fragments_of_bfloat16, "matmul_tf32",
                                     "matmul_tf32x3", tiles, by_mma},
                      .sizes = coverage()};
  for (const auto& exercises : {late_exercises(), bonus()})
    lab.checks.insert(lab.checks.end(), exercises.begin(), exercises.end());
  return lab;
}

} // namespace

} // namespace cudalab::lab11

CUDALAB_REGISTER_LAB(cudalab::lab11::describe);
