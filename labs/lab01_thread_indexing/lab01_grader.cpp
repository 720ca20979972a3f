// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 01: what is checked, on which sizes, for how many points.
#include <vector>

#include "grader/lab.h"
#include "lab01_cases.h"
#include "lab01_gates.h"

namespace cudalab::lab01 {

namespace {

using namespace grader;

// The first case is the one whose message a student reads: not a special one. n = 0 is watched
// only: a function that does nothing is right there.
const std::vector<std::size_t> sums = {1000, 1, 31, 256, 257, 1024, 4097, 270001};
const std::vector<std::size_t> watched_sums = {1000, 256, 33, 1, 0};
const std::vector<std::size_t> counted_sums = {700, 2500};

/// 1-D, 2-D and 3-D; no two sizes alike, so that none can stand for another.
const std::vector<grid_and_block> flat_shapes = {{{5, 1, 1}, {32, 1, 1}},
                                                 {{3, 2, 1}, {8, 4, 1}},
                                                 {{2, 5, 1}, {7, 3, 1}},
                                                 {{7, 1, 1}, {4, 5, 1}},
                                                 {{4, 3, 1}, {16, 1, 1}},
                                                 {{1, 1, 1}, {1, 1, 1}},
                                                 // wider than 16 bits can count, two lines
                                                 {{2053, 2, 1}, {32, 1, 1}}};
const std::vector<grid_and_block> solid_shapes = {{{3, 2, 4}, {4, 3, 2}}, {{2, 3, 5}, {5, 2, 3}},
                                                  {{6, 1, 1}, {2, 3, 4}}, {{2, 3, 1}, {4, 2, 5}},
                                                  {{3, 4, 2}, {8, 1, 1}}, {{2, 3, 4}, {3, 5, 1}}};
const std::vector<grid_and_block> totals = {{{32, 1, 1}, {128, 1, 1}},
                                            {{5, 4, 1}, {16, 16, 1}},
                                            {{3, 5, 7}, {8, 4, 2}},
                                            {{1, 1, 9}, {1, 1, 64}},
                                            {{65535, 1, 1}, {1024, 1, 1}},
                                            {{1, 1, 1}, {1, 1, 1}},
                                            // no float holds this product; the same grid again
                                            {{65537, 1, 1}, {257, 1, 1}},
                                            {{65537, 1, 1}, {129, 2, 1}}};

struct stride_size {
  std::size_t n;
  int blocks;
};

const std::vector<stride_size> strides = {{5000, 3}, {5000, 1}, {70003, 7}, {1000, 50},
                                          {1, 1},    {1, 4},    {0, 2}};
const std::vector<stride_size> watched_strides = {{3000, 2}, {1500, 1}, {70, 3}, {0, 1}};
const std::vector<stride_size> counted_strides = {{9000, 2}, {12345, 5}, {40, 6}};

test_case random_sum(random_source& random, std::size_t n) {
  const std::vector<float> a = random.floats(n), b = random.floats(n);
  return vec_add_case(a, b);
}

test_case random_saxpy(random_source& random, const stride_size& of) {
  const float alpha = random.uniform(2, 4);
  const std::vector<float> x = random.floats(of.n), y = random.floats(of.n);
  return saxpy_case(alpha, x, y, of.blocks);
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

case_maker sums_of(const std::vector<std::size_t>& sizes) {
  return cases<std::size_t>(
      sizes, [](random_source& random, const std::size_t& n) { return random_sum(random, n); });
}

case_maker strides_of(const std::vector<stride_size>& sizes) {
  return cases<stride_size>(sizes, random_saxpy);
}

case_maker totals_of(const std::vector<grid_and_block>& shapes) {
  return cases<grid_and_block>(
      shapes, [](random_source&, const grid_and_block& of) { return total_case(of); });
}

case_maker indices_of(const std::vector<grid_and_block>& shapes) {
  return cases<grid_and_block>(
      shapes, [](random_source&, const grid_and_block& of) { return index_case(of); });
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

/// Numbers that can be checked by eye; the grid of README.md.
std::vector<test_case> demonstration(random_source&) {
  std::vector<float> counting, tens;
  for (int i = 0; i < 10; ++i) {
    counting.push_back(static_cast<float>(i));
    tens.push_back(static_cast<float>(10 * i));
  }
  return {vec_add_case(counting, tens),       total_case({{32, 1, 1}, {128, 1, 1}}),
          shown_block_and_thread(),           index_case({{2, 2, 1}, {4, 2, 1}}),
          index_case({{2, 1, 2}, {2, 2, 2}}), shown_saxpy()};
}

lab_description describe() {
  return {
      .name = "lab01",
      .title = "Grids, blocks, threads",
      .folder = "lab01_thread_indexing",
      .you_write = "vector addition, and the number of each thread",
      .you_learn = "grids, blocks, threads; allocate, copy, launch, free",
      .guides = {"guides/first_kernel", "guides/memory_spaces", "guides/copies"},
      .checks = {{"correctness.vec_add", "the sum of two arrays, of any length", 1, 20,
                  correctness_check{sums_of(sums)}},
                 {"clean.vec_add", "nothing is touched outside, all memory is freed", 1, 10,
                  clean_check{sums_of(watched_sums),
                              {finding_kind::leak, finding_kind::unchecked_error}}},
                 {"traffic.vec_add", "the device adds, with a thread for each element", 1, 5,
                  traffic_check{sums_of(counted_sums), threads_gate}},
                 {"correctness.total_threads", "the threads of a launch are counted", 2, 5,
                  correctness_check{totals_of(totals)}},
                 {"correctness.block_and_thread", "each of 4,096 threads says who it is", 2, 10,
                  correctness_check{one_call}},
                 {"clean.block_and_thread", "each thread has a place of its own", 2, 5,
                  clean_check{one_call}},
                 {"correctness.flat_index", "the index in grids of one and two dimensions", 3, 12,
                  correctness_check{indices_of(flat_shapes)}},
                 {"correctness.solid_index", "the index in three dimensions", 3, 13,
                  correctness_check{indices_of(solid_shapes)}},
                 {"correctness.saxpy", "any number of elements with any number of blocks", 4, 10,
                  correctness_check{strides_of(strides)}},
                 {"clean.saxpy", "each element is made by one thread", 4, 5,
                  clean_check{strides_of(watched_strides)}},
                 {"traffic.saxpy", "the given blocks; neighbouring threads, neighbouring elements",
                  4, 5, traffic_check{strides_of(counted_strides), stride_gate}}},
      .demonstration = demonstration};
}

} // namespace

} // namespace cudalab::lab01

CUDALAB_REGISTER_LAB(cudalab::lab01::describe);
