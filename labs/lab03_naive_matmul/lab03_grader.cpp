// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 03: what is checked, on which sizes, for how many points.
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"
#include "grader/cases/matmul_mistakes.h"
#include "grader/cases/probes.h"
#include "grader/lab.h"
#include "lab03_gates.h"

namespace cudalab::lab03 {

namespace {

using namespace grader;

/// At 2048 x 2048 the kernel must beat the given one, which has x and y exchanged, by this factor.
constexpr double min_speedup = 4.0;
constexpr const char* speedup_source = "NVIDIA H200, CUDA 13.0, 2048 x 2048: 5.6x";
constexpr int speed_size = 2048;
constexpr int speed_inputs = 3;

/// Larger products get no known mistakes: a hundredth of a second each is enough.
constexpr double largest_explained = 160.0 * 160 * 160;

using sizes = std::vector<product_ranges>;

/// Elements of M are finite, and that is all the header says.
constexpr float very_small = 0x1p-40F, very_large = 0x1p60F;

/// Counted, and right whatever P's sides are: no two rows begin at the same place of a sector, and
/// the last blocks are nearly full.
const product_ranges uneven = {odd_size(41, 47), odd_size(29, 35), exactly(47)};
const sizes whole_blocks = {{exactly(16), exactly(16), exactly(16)},
                            {multiple_of(32, 2), multiple_of(32, 2), multiple_of(32, 2)},
                            {exactly(64), exactly(48), exactly(32), very_small},
                            {multiple_of(16), multiple_of(16, 5), multiple_of(16, 5)},
                            {multiple_of(16, 5), multiple_of(16, 5), multiple_of(16)},
                            {multiple_of(16, 5), multiple_of(16, 8), multiple_of(16, 4)}};
/// More columns or rows than 16 bits can count, and more than 1,024 blocks: grid and block
/// exchanged at the launch cannot run. More than a grid has blocks along y: too many for blocks of
/// one; for blocks of two and three there are `largest`. And more products to add.
/// (Primes: whatever is done by twos, threes or eights where there are many leaves a rest.)
const product_ranges
    wide = {exactly(1), exactly(2), prime_size(65'537, 65'566)},
    // (4,099 rows of blocks of 16, a prime: no number of them is a whole share of all)
    tall = {prime_size(65'569, 65'584), exactly(2), exactly(1)},
    // 41 and 82 blocks of 16 and 8 along a row: 1/41 times 41 is less than 1, as floats
    row_of_41 = {exactly(33), exactly(3), between(642, 655)},
    deep = {exactly(1), prime_size(65'537, 65'600), exactly(2)};
/// As many products where some numbers of them at once leave no rest, and twice as many do.
const sizes long_rests = {{exactly(1), exactly(65'538), exactly(1)},
                          {exactly(1), exactly(65'540), exactly(1)},
                          {exactly(1), exactly(65'544), exactly(1)},
                          {exactly(1), exactly(65'552), exactly(1)},
                          {exactly(1), exactly(65'568), exactly(1)}};
/// More elements of P than 65,535 blocks of 256 threads have. And the longest sides: more than
/// 65,535 blocks of three rows have. (The emulated device runs a part of such: `largest`.)
const sizes for_gpu = {{between(4097, 4140), exactly(1), between(4097, 4140)},
                       {between(249'000, 250'000), exactly(2), exactly(1)},
                       {exactly(1), exactly(2), between(249'000, 250'000)}};
/// Sides of which whole blocks have none, one or two left over: no one of them tells of the others.
/// (Blocks have any shape, mostly up to 256 columns or 64 rows.) And multiples of 8 only.
const size_range rows_fit = multiple_of(64, 2), row_left = odd_size(33, 63),
                 products_fit = multiple_of(32, 2), product_left = odd_size(17, 31),
                 columns_fit = multiple_of(256), column_left = odd_size(65, 127);
const sizes some_sides_fit = {
    {row_left, product_left, columns_fit},   {row_left, products_fit, columns_fit},
    {rows_fit, product_left, column_left},   {rows_fit, products_fit, column_left},
    {rows_fit, product_left, columns_fit},   {row_left, products_fit, column_left},
    {exactly(72), exactly(24), exactly(104)}};
/// 289 is 17 * 17: as many elements as in the call before, in another shape.
const sizes any_size = {{exactly(17), exactly(17), exactly(17), very_large},
                        {exactly(289), exactly(2), exactly(1)},
                        {below(32, 2), below(32, 2), below(32, 2)},
                        {above(32, 2), above(32, 2), above(32, 2)},
                        {exactly(1), exactly(1), exactly(1)},
                        {twice_odd(90, 106), prime_size(31, 43), prime_size(50, 60)},
                        {prime_size(50, 60), twice_odd(90, 106), twice_odd(34, 40)},
                        {exactly(1), above(256), odd_size(3, 9)},
                        {between(110, 130), between(60, 70), between(70, 90)},
                        uneven,
                        row_of_41,
                        wide,
                        tall,
                        deep};

/// All that exercise 2 asks: one after the other, the smallest first.
sizes all_of_any_size() {
  sizes all = any_size;
  for (const sizes& more : {some_sides_fit, long_rests})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}
// What tells accesses outside best.
const sizes clean_whole = {{exactly(16), exactly(16), exactly(16)},
                           {multiple_of(16, 2), exactly(16), exactly(48)}};
const sizes clean_any = {{exactly(17), exactly(33), exactly(20)},
                         {between(38, 44), exactly(7), below(16)},
                         {exactly(1), exactly(1), exactly(1)}};
/// Near the limits of the header: M or P has nearly 2^29 elements. I * J * K is more than 2^31, and
/// three times 2^32: 0, in 32 bits. One has more rows than a grid has blocks of two or three of
/// them along y, one such rows that are wider than one of those blocks, one more columns, one as
/// many columns in a single row.
const std::vector<product_sizes> largest = {
    {249'856, 2136, 1}, {196'608, 1, 67}, {2048, 32, 196'608}, {1, 2, 249'856}};
/// Which way P is longer is no reason to exchange x and y.
const sizes traffic_sizes = {
    {exactly(208), exactly(2), exactly(48)}, {exactly(16), exactly(2), exactly(208)}, uneven};

test_case product_case(const random_source& random, const product_sizes& s, float magnitude) {
  const std::string name = fmt::format("{} x {} x {}", s.I, s.J, s.K);
  random_source own = random.of(name);
  test_case one = matmul_case(own, name, "matmul_naive", s.I, s.J, s.K, 16, magnitude);
  if (double{1} * s.I * s.J * s.K <= largest_explained) {
    add_partial_sum(one, s, "last_product_missing",
                    "the last product, j = J - 1, is missing from the sum", 0, s.J - 1);
    add_index_mistakes(one, s);
    add_coverage_mistakes(one, s, 16);
    one.ask([s] { return product_probes(s); });
  }
  return one;
}

/// A grid had at most 65,535 blocks along each side once, and still has along y and z.
double rounds_of_old_grids(const test_case& one) {
  constexpr double threads = 65535.0 * 256;
  return static_cast<double>(elements_of(one)) / threads;
}

case_maker products(const sizes& of) {
  return [of](random_source& random) {
    std::vector<test_case> cases;
    for (const product_ranges& each : of)
      cases.push_back(product_case(random, each.drawn(random), each.magnitude));
    return cases;
  };
}

/// What is too large to be run whole is run in part, on the emulated device.
case_maker products_and_largest(const sizes& of) {
  return [of](random_source& random) {
    std::vector<test_case> cases = products(of)(random);
    for (const product_sizes& each : largest)
      cases.push_back(sampled_matmul_case(random, "matmul_naive", each)
                          .threads_at_least(std::size_t{1} * each.I * each.K));
    return cases;
  };
}

std::vector<size_coverage> coverage() {
  using enum size_class;
  return {{.functions = {"matmul_naive"},
           .lengths = {length_named("I"), length_named("J"), length_named("K")},
           .sides = {16, 32},
           .rounds = rounds_of_old_grids,
           .without = {{"elements are floats", {above_24_bits}},
                       {"the student chooses the shape of the blocks", {odd_block_side}}}}};
}

test_case shown_case(const std::string& name, std::size_t side, std::vector<float> m,
                     std::vector<float> n) {
  test_case one(name, "matmul_naive");
  const int width = static_cast<int>(side);
  one.input("d_M", m)
      .input("d_N", n)
      .output("d_P", protocol::element_type::float32, side * side)
      .value("I", width)
      .value("J", width)
      .value("K", width)
      .expect("d_P", [m, n, side] {
        return expectation{product(m, n, side, side, side), 1e-3, 0, {side, side, 16, 16}, {}};
      });
  return one;
}

/// Products that can be checked by eye: every column of P the same number; and the example of
/// README.md, less than a block.
std::vector<test_case> demonstration(random_source&) {
  constexpr std::size_t side = 16;
  std::vector<float> columns(side * side);
  for (std::size_t i = 0; i < side * side; ++i)
    columns[i] = static_cast<float>(i % side);
  return {
      shown_case("ones times column numbers", side, std::vector<float>(side * side, 1), columns),
      shown_case("the example", 3, {1, 2, 3, 0, 1, 4, 5, 0, 1}, {1, 0, 2, 3, 1, 0, 0, 2, 1})};
}

lab_description describe() {
  const product_ranges timed = {exactly(speed_size), exactly(speed_size), exactly(speed_size)};
  return {.name = "lab03",
          .title = "Naive matrix multiplication",
          .folder = "lab03_naive_matmul",
          .you_write = "a matrix product, one thread for each element",
          .you_learn = "what a warp reads together",
          .builds_on = {"lab01", "lab02"},
          .guides = {"guides/coalescing", "guides/warps"},
          .checks = {{"correctness.whole_blocks", "right where the blocks fit", 1, 20,
                      correctness_check{products(whole_blocks)}},
                     {"clean.whole_blocks", "each thread makes its own element", 1, 10,
                      clean_check{products(clean_whole)}},
                     {"correctness.any_size", "right for any size", 2, 25,
                      correctness_check{products(all_of_any_size()), {}, products(for_gpu)}},
                     {"clean.any_size", "nothing is touched outside the matrices", 2, 15,
                      clean_check{products_and_largest(clean_any)}},
                     {"traffic.loads", "a warp reads side by side", 3, 10,
                      traffic_check{products(traffic_sizes), loads_gate}},
                     {"traffic.stores", "a warp stores side by side", 3, 5,
                      traffic_check{products(traffic_sizes), stores_gate}},
                     {"speed.naive", "faster than the kernel with x and y exchanged", 3, 15,
                      speed_check{products(sizes(speed_inputs, timed)), min_speedup, speedup_source,
                                  2.0 * speed_size * speed_size * speed_size,
                                  3.0 * speed_size * speed_size * sizeof(float)}}},
          .demonstration = demonstration,
          .never_wait = {"matmul_naive"},
          .frees_when_throwing = true,
          .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab03

CUDALAB_REGISTER_LAB(cudalab::lab03::describe);
