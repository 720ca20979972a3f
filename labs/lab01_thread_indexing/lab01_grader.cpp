// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 01: what is checked, on which sizes, for how many points.
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/sizes.h"
#include "grader/lab.h"
#include "lab01_cases.h"
#include "lab01_gates.h"
#include "lab01_picture.h"

namespace cudalab::lab01 {

namespace {

using namespace grader;

/// More elements than 1,024 blocks of 256 threads have, or as many blocks as a device runs at once.
const size_range many = {262'145, 275'000, {size_class::odd}};
// The first case is the one whose message a student reads: not a special one. n = 0 is watched
// only: a function that does nothing is right there.
// (384: half of the last block of 256 is needed.)
const std::vector<size_range> sums = {
    exactly(1000), exactly(1),          below(32, 9),          multiple_of(1024, 2),
    above(32, 9),  below(1024, 4),      above(1024, 4),        exactly(384),
    exactly(1408), prime_size(99, 999), twice_odd(1500, 3000), many};
const std::vector<size_range> watched_sums = {exactly(1000), exactly(256), above(32, 9), exactly(1),
                                              exactly(0)};
const std::vector<size_range> counted_sums = {twice_odd(1500, 3000), below(32, 9), many};

/// So many elements are there of arrays near the limit of lab01.h, over and over: no power of two.
constexpr std::size_t elements_stored = 255 * 1024;
/// More elements than a float can number: up to 2^24 it has each whole number. And one more than
/// whole blocks have, of 32 * a * b threads with a up to 32 and b 1, 3, 5 or 15, or a multiple of
/// 7: where a number is rounded, it is the last block that is missing. As floats, 16,880,641 is
/// 16,880,640.
const size_range more_than_24_bits = {16'777'217, 16'987'000, {size_class::above_block}, 107'520};
const size_range nearly_all = {134'000'000, 134'217'000, {size_class::odd}};

/// 1-D, 2-D and 3-D; no two sizes alike, so that none can stand for another.
const std::vector<grid_and_block> flat_shapes = {{{5, 1, 1}, {32, 1, 1}},
                                                 {{3, 2, 1}, {8, 4, 1}},
                                                 {{2, 5, 1}, {7, 3, 1}},
                                                 {{7, 1, 1}, {4, 5, 1}},
                                                 {{4, 3, 1}, {16, 1, 1}},
                                                 {{1, 1, 1}, {1, 1, 1}},
                                                 // wider, and higher, than 16 bits can count
                                                 {{2053, 2, 1}, {32, 1, 1}},
                                                 {{1, 65, 1}, {1, 1024, 1}}};
const std::vector<grid_and_block> solid_shapes = {{{3, 2, 4}, {4, 3, 2}}, {{2, 3, 5}, {5, 2, 3}},
                                                  {{6, 1, 1}, {2, 3, 4}}, {{2, 3, 1}, {4, 2, 5}},
                                                  {{3, 4, 2}, {8, 1, 1}}, {{2, 3, 4}, {3, 5, 1}}};
/// Which no device can launch: more threads in a block than 1,024, or than 64 along z, and more
/// blocks along y or z than 65,535.
const std::vector<grid_and_block> impossible_flat = {{{2, 1, 1}, {33, 32, 1}},
                                                     {{1, 65'536, 1}, {2, 1, 1}}};
const std::vector<grid_and_block> impossible_solid = {{{3, 1, 1}, {2, 3, 65}},
                                                      {{1, 1, 65'536}, {1, 2, 1}}};
const std::vector<grid_and_block> totals = {{{32, 1, 1}, {128, 1, 1}},
                                            {{5, 4, 1}, {16, 16, 1}},
                                            {{3, 5, 7}, {8, 4, 2}},
                                            {{1, 1, 9}, {1, 1, 64}},
                                            {{65535, 1, 1}, {1024, 1, 1}},
                                            {{1, 1, 1}, {1, 1, 1}},
                                            // no float holds this product; the same grid again
                                            {{65537, 1, 1}, {257, 1, 1}},
                                            {{65537, 1, 1}, {129, 2, 1}},
                                            {{7, 5, 3}, {12, 9, 5}}};

struct stride_size {
  size_range n, blocks;
};

// (5,000 with 3 blocks: more than their threads have in one round, however many those are.)
const stride_size several_rounds = {twice_odd(8000, 10000), between(2, 5)};
/// Fewer than many blocks have threads, and more than small ones have: whoever makes the blocks
/// smaller where there are few elements goes on by the smaller ones.
const stride_size few_with_one_block = {between(100, 120), exactly(1)};
const std::vector<stride_size> strides = {{exactly(5000), exactly(3)},
                                          {prime_size(4000, 6000), exactly(1)},
                                          {more_than_16_bits(), between(5, 9)},
                                          {between(900, 1100), between(40, 60)},
                                          {multiple_of(1024, 4), between(2, 4)},
                                          {below(1024, 3), between(2, 4)},
                                          {above(1024, 3), between(2, 4)},
                                          several_rounds,
                                          few_with_one_block,
                                          {exactly(1), exactly(1)},
                                          {exactly(1), between(3, 5)},
                                          {exactly(0), exactly(2)}};
const std::vector<stride_size> watched_strides = {{exactly(3000), exactly(2)},
                                                  {odd_size(1100, 1900), exactly(1)},
                                                  {between(50, 90), exactly(3)},
                                                  {exactly(0), exactly(1)}};
const std::vector<stride_size> counted_strides = {several_rounds,
                                                  {prime_size(11000, 13000), exactly(5)},
                                                  {between(30, 50), between(4, 7)},
                                                  {more_than_16_bits(), between(5, 9)}};

/// What it holds hangs on the seed and its size alone: checks that ask for one size share a case.
test_case random_sum(const random_source& seed, const size_range& of) {
  const auto n = static_cast<std::size_t>(of.drawn(seed));
  random_source random = seed.of(fmt::format("vec_add {}", n));
  std::vector<float> a = random.floats(n), b = random.floats(n);
  if (n > 2)
    b[1] = -a[1]; // a sum of 0 is stored, too
  if (n > 99) {   // the smallest float that is not 0, and a sum of two large ones
    a[97] = std::numeric_limits<float>::denorm_min();
    b[97] = 0;
    a[98] = b[98] = std::numeric_limits<float>::max() / 2;
  }
  return vec_add_case(a, b);
}

test_case random_saxpy(random_source& seed, const stride_size& of) {
  const int n = of.n.drawn(seed, "n"), blocks = of.blocks.drawn(seed, "blocks");
  random_source random = seed.of(fmt::format("saxpy {} {}", n, blocks));
  const float alpha = random.uniform(2, 4);
  const std::vector<float> x = random.floats(static_cast<std::size_t>(n)),
                           y = random.floats(static_cast<std::size_t>(n));
  return saxpy_case(alpha, x, y, blocks);
}

template <class Size>
case_maker cases(const std::vector<Size>& sizes, test_case (*make)(random_source&, const Size&)) {
  return [sizes, make](random_source& random) {
    std::vector<test_case> all;
    for (const Size& each : sizes)
      all.push_back(make(random, each));
    return all;
  };
}

case_maker sums_of(const std::vector<size_range>& sizes) {
  return cases<size_range>(
      sizes, [](random_source& random, const size_range& n) { return random_sum(random, n); });
}

/// Each of so many elements has a thread, and a few blocks run. What they make is copied to the
/// host among what is missing: nobody looks at it.
test_case large_sum(const random_source& seed) {
  constexpr std::size_t whole_pages = 16'600 * 1024;
  const int n = more_than_24_bits.drawn(seed);
  const std::string name =
      fmt::format("n = {}, some of its blocks", grouped(static_cast<std::size_t>(n)));
  random_source random = seed.of(name);
  test_case one(name, "vec_add");
  one.input("a", random.floats(elements_stored))
      .repeated_to(whole_pages)
      .on_host()
      .input("b", random.floats(elements_stored))
      .repeated_to(whole_pages)
      .on_host()
      .output("c", protocol::element_type::float32, elements_stored)
      .repeated_to(whole_pages)
      .on_host()
      .value("n", n)
      .sampled(1);
  return one;
}

case_maker sums_and_large(const std::vector<size_range>& sizes) {
  return [others = sums_of(sizes)](random_source& random) {
    std::vector<test_case> all = others(random);
    all.push_back(large_sum(random));
    return all;
  };
}

case_maker strides_of(const std::vector<stride_size>& sizes) {
  return cases<stride_size>(sizes, random_saxpy);
}

/// All numbers are below 2^-126, which an atomicAdd in global memory takes for 0.
test_case tiny_saxpy(random_source& random) {
  constexpr std::size_t n = 300;
  constexpr float factor = 0x1p-130F;
  std::vector<float> x = random.floats(n), y = random.floats(n);
  for (std::vector<float>* numbers : {&x, &y})
    for (float& each : *numbers)
      each *= factor;
  // (Of nearly 2^20 of the smallest numbers, 64: what mistakes make is rounded more than once.)
  test_case one = saxpy_case(2, x, y, 1, 64 * double{std::numeric_limits<float>::denorm_min()});
  add_mistake(one, "d_y",
              {"tiny_numbers_lost", "numbers below 2^-126 came out as 0",
               "An atomicAdd of floats in global memory takes them for 0. Each element is made by "
               "one thread: no atomic operation is needed."},
              [] { return std::vector<double>(n, 0); });
  add_mistake(one, "d_y",
              {"tiny_x_left_out",
               "d_y is as it was before: all numbers of this case are below 2^-126, and x is taken "
               "for 0",
               "A float holds such tiny numbers, too, down to 2^-149, and y is as tiny here: is x "
               "or alpha * x compared with a limit, so that nothing is added or stored? Add it "
               "whatever it is."},
              [kept = std::vector<double>(y.begin(), y.end())] { return kept; });
  add_mistake(
      one, "d_y",
      {"tiny_y_left_out",
       "only alpha * x is stored: all numbers of this case are below 2^-126, and y is taken "
       "for 0",
       "A float holds such tiny numbers, too, down to 2^-149: is y compared with a limit? "
       "Add it whatever it is."},
      [x] {
        std::vector<double> want(x.begin(), x.end());
        for (double& each : want)
          each *= 2;
        return want;
      });
  return one;
}

case_maker strides_and_tiny(const std::vector<stride_size>& sizes) {
  return [others = strides_of(sizes)](random_source& random) {
    std::vector<test_case> all = others(random);
    all.push_back(tiny_saxpy(random));
    return all;
  };
}

/// A few blocks run. d_x is 0 and d_y stays what it is, however often an element's memory is that
/// of another one: whose element a thread takes shows in races.
test_case large_saxpy(const random_source& seed) {
  constexpr std::size_t whole_pages = std::size_t{1} << 27;
  const int n = nearly_all.drawn(seed), blocks = between(130'000, 131'000).drawn(seed);
  const std::string name =
      fmt::format("n = {}, {} blocks, some of them", grouped(static_cast<std::size_t>(n)), blocks);
  const std::vector<float> y = random_source(seed).of(name).floats(elements_stored);
  test_case one(name, "saxpy_grid_stride");
  one.value("alpha", 2.0F)
      .input("d_x", std::vector<float>(elements_stored, 0))
      .repeated_to(whole_pages)
      .inout("d_y", y)
      .repeated_to(whole_pages)
      .value("n", n)
      .value("blocks", blocks)
      .sampled(1)
      .expect("d_y", [y] {
        expectation wanted = line(std::vector<double>(y.begin(), y.end()));
        wanted.in_part = true;
        return wanted;
      });
  return one;
}

/// As many blocks as there may be, and a power of two: several steps of all their threads fit no
/// 32 bits, or are 0 there.
const std::vector<size_range> many_blocks = {between(999'000, 1'000'000), exactly(524'288)};

/// And more blocks than a grid may have along y and z, and nearly as many elements as there may be.
case_maker strides_and_many_blocks(const std::vector<stride_size>& sizes) {
  return [others = strides_of(sizes)](random_source& random) {
    std::vector<test_case> all = others(random);
    for (const size_range& blocks : many_blocks)
      all.push_back(saxpy_case(2, {0.5F}, {0.25F}, blocks.drawn(random)).sampled(1));
    all.push_back(large_saxpy(random));
    return all;
  };
}

case_maker totals_of(const std::vector<grid_and_block>& shapes) {
  return cases<grid_and_block>(
      shapes, [](random_source&, const grid_and_block& of) { return total_case(of); });
}

/// These shapes, and one that only the seed knows: with sides of a block that are no powers of two,
/// and no two sizes alike. And some that no device can launch.
case_maker indices_of(const std::vector<grid_and_block>& shapes,
                      const std::vector<grid_and_block>& impossible, bool solid) {
  return [shapes, impossible, solid](random_source& random) {
    std::vector<test_case> all;
    for (const grid_and_block& each : shapes)
      all.push_back(index_case(each, flat_shapes.front()));
    for (const grid_and_block& each : impossible)
      all.push_back(impossible_case(each));
    const auto side = [&random](int low, int high) {
      return static_cast<unsigned>(random.integer(low, high));
    };
    const unsigned layers = solid ? side(6, 7) : 1;
    const dimensions grid = {side(2, 3), side(4, 5), layers};
    all.push_back(index_case({grid, {side(13, 15), side(9, 11), 1}}, flat_shapes.front()));
    return all;
  };
}

std::vector<test_case> one_picture(random_source&) {
  return {picture_case()};
}

std::vector<test_case> one_call(random_source&) {
  return {block_and_thread_case()};
}

/// 300 elements and a single block, so that a missing loop shows: 10 rows of 30, and 256 threads
/// end in the ninth.
test_case shown_saxpy() {
  std::vector<float> counting(300);
  for (std::size_t i = 0; i < counting.size(); ++i)
    counting[i] = static_cast<float>(i);
  test_case one = saxpy_case(2, counting, std::vector<float>(300, 1), 1);
  expectation rows = one.expected("d_y");
  rows.shape = {10, 30, 0, 0};
  return one.expect("d_y", [rows] { return rows; });
}

/// A row for each block, so that both numbers can be seen.
test_case shown_block_and_thread() {
  test_case one = block_and_thread_case();
  for (const char* name : {"d_block", "d_thread"}) {
    expectation rows = one.expected(name);
    rows.shape = {call_blocks, call_threads, 0, 0};
    one.expect(name, [rows] { return rows; });
  }
  return one;
}

/// How many rounds the given blocks make at least: none has more than 1,024 threads.
double rounds_of_blocks(const test_case& one) {
  constexpr double largest_block = 1024;
  return static_cast<double>(value_of(one, "n")) /
         (largest_block * static_cast<double>(value_of(one, "blocks")));
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
  const std::vector<std::size_t> sides = {32, 64, 128, 256, 512, 1024};
  const size_exception floats{"a sum of floats is a float", {above_24_bits}};
  const size_exception own_blocks{"the student chooses how many threads a block has",
                                  {odd_block_side}};
  const size_exception given_launch{"the launch is given", {further_round}};
  const size_exception no_inputs{"it reads nothing, so there is no other content",
                                 {other_content, second_call}};
  const std::vector<call_length> block = {side_of_block(0, "block.x"), side_of_block(1, "block.y")};
  return {
      {.functions = {"vec_add"},
       .lengths = {length_named("n")},
       .sides = sides,
       .without = {floats,
                   own_blocks,
                   {"a thread for each element: there is one round", {further_round}}}},
      {.functions = {"saxpy_grid_stride"},
       .lengths = {length_named("n")},
       .sides = sides,
       .rounds = rounds_of_blocks,
       .without = {floats, own_blocks}},
      {.functions = {"draw_picture"},
       .without = {own_blocks,
                   given_launch,
                   {"there is one call only: 1,536 small numbers", {above_24_bits, after_larger}}}},
      {.functions = {"total_threads"},
       .block_sides = block,
       .without = {no_inputs,
                   {"nothing is launched", {further_round}},
                   {"all calls have one result", {after_larger}}}},
      {.functions = {"block_and_thread"},
       .without = {own_blocks,
                   given_launch,
                   {"stores are counted in its one case", {other_content, second_call}},
                   {"there is one call only: 4,096 numbers", {above_24_bits, after_larger}}}},
      {.functions = {"fill_global_index"},
       .block_sides = block,
       .without = {given_launch, {"more than 2^24 threads take seconds", {above_24_bits}}}}};
}

/// Numbers that can be checked by eye; the grid of README.md.
std::vector<test_case> demonstration(random_source&) {
  std::vector<float> counting, tens;
  for (int i = 0; i < 10; ++i) {
    counting.push_back(static_cast<float>(i));
    tens.push_back(static_cast<float>(10 * i));
  }
  return {picture_case(),
          vec_add_case(counting, tens),
          total_case({{32, 1, 1}, {128, 1, 1}}),
          shown_block_and_thread(),
          index_case({{2, 2, 1}, {4, 2, 1}}, {{2, 2, 1}, {4, 2, 1}}),
          index_case({{2, 1, 2}, {2, 2, 2}}, {{2, 2, 1}, {4, 2, 1}}),
          shown_saxpy()};
}

lab_description describe() {
  return {
      .name = "lab01",
      .title = "Grids, blocks, threads",
      .folder = "lab01_thread_indexing",
      .you_write = "a picture, vector addition, and the number of each thread",
      .you_learn = "grids, blocks, threads; allocate, copy, launch, free",
      .guides = {"guides/first_kernel", "guides/memory_spaces", "guides/copies"},
      .checks = {{"correctness.picture", "a block draws each row, a thread each pixel", 1, 3,
                  correctness_check{one_picture}},
                 {"clean.picture", "each pixel is drawn by one thread", 1, 2,
                  clean_check{one_picture}},
                 {"correctness.vec_add", "the sum of two arrays, of any length", 2, 15,
                  correctness_check{sums_of(sums)}},
                 {"clean.vec_add", "nothing is touched outside, all memory is freed", 2, 10,
                  clean_check{sums_of(watched_sums),
                              {finding_kind::leak, finding_kind::unchecked_error}}},
                 {"traffic.vec_add", "the device adds, with a thread for each element", 2, 5,
                  traffic_check{sums_and_large(counted_sums), threads_gate}},
                 {"correctness.total_threads", "the threads of a launch are counted", 3, 5,
                  correctness_check{totals_of(totals)}},
                 {"correctness.block_and_thread", "each of 4,096 threads says who it is", 3, 10,
                  correctness_check{one_call}},
                 {"clean.block_and_thread", "each thread has a place of its own", 3, 4,
                  clean_check{one_call}},
                 {"traffic.block_and_thread", "each thread stores its own two numbers", 3, 1,
                  traffic_check{one_call, own_numbers_gate}},
                 {"correctness.flat_index", "the index in grids of one and two dimensions", 4, 12,
                  correctness_check{indices_of(flat_shapes, impossible_flat, false)}},
                 {"correctness.solid_index", "the index in three dimensions", 4, 13,
                  correctness_check{indices_of(solid_shapes, impossible_solid, true)}},
                 {"correctness.saxpy", "any number of elements with any number of blocks", 5, 10,
                  correctness_check{strides_and_tiny(strides)}},
                 {"clean.saxpy", "each element is made by one thread", 5, 5,
                  clean_check{strides_of(watched_strides)}},
                 {"traffic.saxpy", "the given blocks; neighbouring threads, neighbouring elements",
                  5, 5, traffic_check{strides_and_many_blocks(counted_strides), stride_gate}}},
      .demonstration = demonstration,
      .check_each_call = {"vec_add"},
      .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab01

CUDALAB_REGISTER_LAB(cudalab::lab01::describe);
