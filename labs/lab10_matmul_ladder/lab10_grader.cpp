// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 10: what is checked, on which sizes, for how many points.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/lab.h"
#include "lab10_cases.h"
#include "lab10_gates.h"
#include "lab10_ladder.h"

namespace cudalab::lab10 {

namespace {

using namespace grader;

/// At 2048 x 2048 x 2048 each rung must beat the given kernel by such a factor. cuBLAS (fp32, no
/// tensor cores) is 5.33 times as fast as it: 0.60 of that is asked of the best.
constexpr const char* speedup_source =
    "NVIDIA H200, CUDA 13.0, 2048 x 2048, given kernel 1.847 ms, cuBLAS 5.33x: ";
constexpr double min_speedup_squares = 2.0; ///< 2.74: 0.673 ms
constexpr double min_speedup_vectors = 2.8; ///< 4.17: 0.443 ms
constexpr double min_speedup_async = 3.0;   ///< 4.55: 0.406 ms
constexpr double min_speedup_best = 3.2;    ///< 5.28: 0.350 ms; 0.60 of cuBLAS
constexpr int speed_size = 2048;
constexpr int speed_inputs = 3;

// Every case is watched, and a phase of a tile of 128 x 128 costs about 15 ms, full or not: the
// products are as small as they may be, and the checks share them.
const product_ranges tiles_of_64 = {exactly(64), exactly(32), exactly(128)},
                     tiles_of_128 = {exactly(128), exactly(16), exactly(128)},
                     deep_tiles = {exactly(128), exactly(32), exactly(128)},
                     one_phase = {exactly(128), exactly(8), exactly(128)},
                     two_above = {exactly(256), exactly(8), exactly(128)},
                     two_beside = {exactly(128), exactly(24), exactly(256)},
                     uneven = {exactly(17), exactly(9), exactly(20)},
                     single = {exactly(1), exactly(1), exactly(1)};
/// Sides of which whole tiles have none left over, or some: no one of them tells of the others.
const size_range fits = exactly(128), phases_fit = exactly(32), left = odd_size(33, 63),
                 phase_left = odd_size(9, 15);
const sizes some_sides_fit = {{left, phases_fit, fits},
                              {fits, phases_fit, left},
                              {left, phase_left, fits},
                              {fits, phase_left, left},
                              {left, phases_fit, left}};
/// In tiles that are 8, 16 or 32 deep: one more than a multiple of 4, and the last one is partial.
/// So what is done for several phases at once leaves a rest. (Of squares a phase takes longer.)
const product_ranges hundreds_of_phases = {exactly(1), odd_size(1025, 1031), exactly(1)},
                     some_phases = {exactly(1), odd_size(129, 135), exactly(1)};
/// The same where a phase costs nothing; and an odd number of whole phases, and a partial one or
/// none.
const sizes any_for_gpu = {hundreds_of_phases,
                           {exactly(1), odd_size(1081, 1087), exactly(1)},
                           {exactly(128), exactly(1056), exactly(128)},
                           {exactly(128), exactly(1072), exactly(128)},
                           {exactly(128), exactly(1080), exactly(128)},
                           {exactly(1), prime_size(60'000, 60'100), exactly(2)}};
const sizes tiles_for_gpu = {{exactly(128), exactly(1072), exactly(128)},
                             {exactly(128), exactly(1080), exactly(128)}};
/// In whole tiles of wide_shape, which is 16 deep.
const sizes wide_for_gpu = {{exactly(32), exactly(1072), exactly(128)}};
const sizes for_strips = {tiles_of_64,
                          uneven,
                          single,
                          {multiple_of(128), above(8), multiple_of(128)},
                          {below(64), above(8), above(64)},
                          {above(128), below(8), below(128)},
                          {below(128), above(64), above(128)},
                          {above(64), below(64), below(64)},
                          {exactly(1), prime_size(31, 43), exactly(3)},
                          {twice_odd(34, 40), prime_size(11, 19), prime_size(50, 60)},
                          {prime_size(50, 60), twice_odd(14, 22), twice_odd(34, 40)},
                          hundreds_of_phases,
                          {exactly(536), exactly(1), exactly(2)},
                          {exactly(2), exactly(2), exactly(536)}};
/// More phases than somebody unrolls, or does in one launch, with a partial one.
const product_ranges many_phases = {exactly(128), prime_size(67, 71), exactly(128)};
// Many phases where the blocks fit; and edges all around whole phases. 340 is 17 * 20: as many
// elements as in the call before, in another shape.
const sizes for_squares = {deep_tiles,
                           uneven,
                           {exactly(1), exactly(3), exactly(340)},
                           single,
                           many_phases,
                           some_phases,
                           {above(128), above(8), above(128)},
                           {below(128), below(8), below(128)},
                           {twice_odd(34, 40), twice_odd(10, 14), twice_odd(50, 60)}};
sizes and_some_sides_fit(sizes of) {
  of.insert(of.end(), some_sides_fit.begin(), some_sides_fit.end());
  return of;
}
// An even and an odd number of phases, and several blocks in each direction.
const sizes for_vectors = {tiles_of_128, two_above, two_beside};
// (Groups of four or eight rows of tiles have a last one that is not full.)
const sizes for_small = {tiles_of_64,
                         {exactly(128), exactly(16), exactly(64)},
                         {exactly(64), exactly(16), exactly(64)},
                         {exactly(576), exactly(16), exactly(128)}};
const sizes for_wide = {{exactly(32), exactly(48), exactly(128)},
                        {exactly(64), exactly(32), exactly(256)}};
const sizes for_best = {{exactly(128), exactly(64), exactly(128)}};
// What tells races and accesses outside best: several blocks and phases, and edges.
// (Blocks that go on to further tiles have one more: 81 tiles of 64 x 64.)
const sizes clean_strips = {tiles_of_64, uneven, single, {exactly(540), exactly(1), exactly(540)}};
const sizes clean_squares = {deep_tiles, uneven, single, many_phases};
const sizes clean_vectors = {two_beside};
// Whole tiles. (The given kernel is counted, too, and costs more than the others.) How deep a tile
// of strips or squares is nobody says: J is a multiple of 32.
const sizes counted_strips = {tiles_of_64, {exactly(64), exactly(32), exactly(64)}};
const sizes counted_squares = {deep_tiles};
const sizes counted_vectors = {tiles_of_128, one_phase};
/// Four phases, or two of tiles that are twice as deep.
const sizes counted_async = {tiles_of_128, one_phase, {exactly(128), exactly(32), exactly(128)}};
const sizes counted_small = {tiles_of_64, {exactly(128), exactly(16), exactly(64)}};
const sizes counted_wide = {{exactly(32), exactly(48), exactly(128)}};

// Of the large cases some blocks run, the last one too. P has more than 2^30 elements: a byte's
// place does not fit 32 bits. Or, of exercises 1 and 2, nearly 2^31: no int holds the places in
// rows below P. Who takes tiles in groups of 4 or 8 rows or columns of them has a last group that
// is not full, and where that is forgotten its last block is outside of P: there are 2 tiles more
// than a multiple of 8 (4 of 64 x 64).
const product_sizes nearly_full = {122'016, 3, 17'600}, large_in_tiles = {69'888, 8, 16'640};
/// As many tiles beside each other as a grid has no room for along y and z. (Of matmul_best, whose
/// matrices would be too large with tiles of 128, the launch is that of matmul_warps.)
constexpr int too_many_blocks = 65'536;
const product_sizes wide_in_tiles = {128, 8, too_many_blocks * 128};

case_maker products_and_large(const std::string& function, const sizes& of,
                              const product_sizes& large, const product_sizes& wide) {
  return [=](random_source& random) {
    std::vector<test_case> cases = products({function}, of)(random);
    cases.push_back(sampled_matmul_case(random, function, large));
    cases.push_back(many_columns_case(random, function, wide));
    return cases;
  };
}

speed_check fast(const std::string& function, double min_ratio, const std::string& measured) {
  constexpr double edge = speed_size;
  const product_ranges square = {exactly(speed_size), exactly(speed_size), exactly(speed_size)};
  return {products({function}, sizes(speed_inputs, square)), min_ratio, speedup_source + measured,
          2 * edge * edge * edge, 3 * edge * edge * sizeof(float)};
}

case_maker warps_and_wide(const sizes& small) {
  return [small](random_source& random) {
    std::vector<test_case> cases = products({"matmul_warps<small_shape>"}, small)(random);
    cases.push_back(
        many_columns_case(random, "matmul_warps<small_shape>", {64, 16, too_many_blocks * 64}));
    cases.push_back(
        many_columns_case(random, "matmul_warps<wide_shape>", {32, 32, too_many_blocks * 128}));
    return cases;
  };
}

/// Small and wide shapes, each with its sizes.
case_maker shaped(const sizes& small, const sizes& wide) {
  return [small, wide](random_source& random) {
    std::vector<test_case> cases = products({"matmul_warps<small_shape>"}, small)(random);
    for (test_case& each : products({"matmul_warps<wide_shape>"}, wide)(random))
      cases.push_back(std::move(each));
    return cases;
  };
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  const size_exception floats{"elements are floats", {above_24_bits}};
  const size_exception given{"the block is given: a part of P for each", {odd_block_side}};
  const size_exception large{"513 tiles of 128 are dear", {above_16_bits, further_round}};
  const size_exception multiples{
      "the header promises multiples of the tile",
      {one, odd, prime, below_block, above_block, not_by_four, above_16_bits, further_round}};
  const size_coverage early{.lengths = {length_named("I"), length_named("J"), length_named("K")},
                            .sides = {8},
                            .without = {floats, given, large}};
  size_coverage any = early, tiles = early;
  any.functions = {"matmul_strips", "matmul_squares"};
  tiles.functions = {"matmul_vectors", "matmul_async", "matmul_warps<small_shape>",
                     "matmul_warps<wide_shape>"};
  tiles.without = {floats, given, multiples};
  size_coverage best = tiles;
  best.functions = {"matmul_best"};
  best.without.push_back({"one case: the shape may be a large one", {after_larger}});
  return {any, tiles, best};
}

test_case shown_case(const std::string& function, int I, int J, int K) {
  const auto rows = static_cast<std::size_t>(I), inner = static_cast<std::size_t>(J),
             columns = static_cast<std::size_t>(K);
  const std::vector<float> m(rows * inner, 1);
  std::vector<float> n(inner * columns);
  for (std::size_t i = 0; i < n.size(); ++i)
    n[i] = static_cast<float>(i % columns);
  test_case one(fmt::format("ones times column numbers, {}", function), function);
  return one.input("d_M", m)
      .input("d_N", n)
      .output("d_P", protocol::element_type::float32, rows * columns)
      .value("I", I)
      .value("J", J)
      .value("K", K)
      .expect("d_P", [=] {
        return expectation{product(m, n, rows, inner, columns), 1e-3, 0, {rows, columns, 8, 8}, {}};
      });
}

/// M holds only ones, and each element of N is the number of its column: each column of P has one
/// number, J times its own.
std::vector<test_case> demonstration(random_source&) {
  return {shown_case("matmul_strips", 12, 4, 12), shown_case("matmul_squares", 12, 4, 12),
          shown_case("matmul_vectors", 128, 8, 128), shown_case("matmul_async", 128, 16, 128),
          shown_case("matmul_warps<small_shape>", 64, 16, 64)};
}

std::vector<check_description> early_rungs() {
  const std::vector<std::string> strips = {"matmul_strips"}, squares = {"matmul_squares"};
  return {
      {"correctness.strips", "right in strips, for any size", 1, 10,
       correctness_check{
           products(strips, and_some_sides_fit(for_strips)), {}, products(strips, any_for_gpu)}},
      {"clean.strips", "nothing is touched outside the matrices", 1, 5,
       clean_check{products_and_large("matmul_strips", clean_strips, nearly_full,
                                      {1, 1, too_many_blocks * 64})}},
      {"traffic.strips", "9 shared loads for 8 multiplications", 1, 5,
       traffic_check{products(strips, counted_strips), strips_gate}},
      {"correctness.squares", "right in squares, for any size", 2, 9,
       correctness_check{
           products(squares, and_some_sides_fit(for_squares)), {}, products(squares, any_for_gpu)}},
      {"clean.squares", "no thread gets ahead of another", 2, 5,
       clean_check{products_and_large("matmul_squares", clean_squares, nearly_full,
                                      {1, 1, too_many_blocks * 128})}},
      {"traffic.squares", "16 shared loads for 64 multiplications", 2, 6,
       traffic_check{products(squares, counted_squares), squares_gate}},
      {"speed.squares", "squares pay", 2, 2, fast("matmul_squares", min_speedup_squares, "2.74x")}};
}

std::vector<check_description> middle_rungs() {
  const std::vector<std::string> vectors = {"matmul_vectors"}, async = {"matmul_async"};
  return {
      {"correctness.vectors", "right with 16 bytes at once", 3, 7,
       correctness_check{products(vectors, for_vectors), {}, products(vectors, tiles_for_gpu)}},
      {"clean.vectors", "vectors are free of races and bad accesses", 3, 4,
       clean_check{
           products_and_large("matmul_vectors", clean_vectors, large_in_tiles, wide_in_tiles)}},
      {"traffic.vectors", "a quarter of the loads and stores, no conflicts", 3, 7,
       traffic_check{products(vectors, counted_vectors), vectors_gate}},
      {"speed.vectors", "vectors pay", 3, 2, fast("matmul_vectors", min_speedup_vectors, "4.17x")},
      {"correctness.async",
       "right with two buffers",
       4,
       6,
       correctness_check{products(async, for_vectors), {}, products(async, tiles_for_gpu)},
       {},
       {"correctness.vectors"}},
      {"clean.async",
       "each copy is waited for, by all who read it",
       4,
       8,
       clean_check{
           products_and_large("matmul_async", clean_vectors, large_in_tiles, wide_in_tiles)},
       {},
       {"clean.vectors"}},
      {"traffic.async",
       "copies beside products, one barrier in each phase",
       4,
       6,
       traffic_check{products(async, counted_async), async_gate},
       {},
       {"traffic.vectors"}},
      {"speed.async", "copies beside products pay", 4, 2,
       fast("matmul_async", min_speedup_async, "4.55x")}};
}

std::vector<check_description> last_rung() {
  return {{"correctness.warps", "right in warps' tiles, in any shape", 5, 8,
           correctness_check{shaped(for_small, for_wide), {}, shaped(tiles_for_gpu, wide_for_gpu)}},
          {"clean.warps", "warps' tiles are free of races and bad accesses", 5, 5,
           clean_check{warps_and_wide({tiles_of_64})}},
          {"traffic.warps", "each fragment is loaded once", 5, 6,
           traffic_check{shaped(counted_small, counted_wide), warps_gate}},
          {"correctness.best",
           "the best shape is right",
           5,
           3,
           correctness_check{products({"matmul_best"}, for_best)},
           {},
           {"correctness.warps"}},
          {"speed.best", "at least 0.60 of cuBLAS", 5, 4,
           fast("matmul_best", min_speedup_best, "5.0x")}};
}

lab_description describe() {
  lab_description lab{
      .name = "lab10",
      .title = "Matrix product, a ladder",
      .folder = "lab10_matmul_ladder",
      .you_write = "a matrix product, up a ladder of five kernels",
      .you_learn = "register tiles, vector loads, asynchronous copies",
      .builds_on = {"lab04", "lab06"},
      .guides = {"guides/bank_conflicts", "guides/occupancy", "guides/memory_spaces"},
      .checks = early_rungs(),
      .demonstration = demonstration,
      .asks_first = {4},
      .never_wait = {"matmul_strips", "matmul_squares", "matmul_vectors", "matmul_async",
                     "matmul_warps<small_shape>", "matmul_warps<wide_shape>", "matmul_best"},
      .sizes = coverage(),
      .pictures = ladder};
  for (const auto& rungs : {middle_rungs(), last_rung()})
    lab.checks.insert(lab.checks.end(), rungs.begin(), rungs.end());
  return lab;
}

} // namespace

} // namespace cudalab::lab10

CUDALAB_REGISTER_LAB(cudalab::lab10::describe);
