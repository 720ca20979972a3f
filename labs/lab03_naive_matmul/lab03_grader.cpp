// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 03: what is checked, on which sizes, for how many points.
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"
#include "grader/cases/matmul_mistakes.h"
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

using sizes = std::vector<product_sizes>;

const sizes whole_blocks = {{16, 16, 16}, {32, 32, 32}, {64, 48, 32},
                            {16, 64, 80}, {96, 32, 16}, {64, 128, 48}};
// (1 x 2 x 65,551: more columns than 16 bits can count, and more than 1,024 blocks: grid and block
// exchanged at the launch cannot run.)
const sizes any_size = {{17, 17, 17},  {15, 15, 15},  {1, 1, 1},    {31, 33, 29},
                        {100, 37, 59}, {59, 100, 37}, {1, 257, 3},  {300, 2, 1},
                        {1, 2, 65551}, {65, 64, 47},  {130, 70, 90}};
// What tells accesses outside best.
const sizes clean_whole = {{16, 16, 16}, {32, 16, 48}};
const sizes clean_any = {{17, 33, 20}, {40, 7, 15}, {1, 1, 1}};
const sizes traffic_sizes = {{48, 24, 64}, {45, 31, 38}};

test_case product_case(random_source& random, const product_sizes& s) {
  const std::string name = fmt::format("{} x {} x {}", s.I, s.J, s.K);
  random_source own = random.of(name);
  test_case one = matmul_case(own, name, "matmul_naive", s.I, s.J, s.K);
  if (double{1} * s.I * s.J * s.K <= largest_explained) {
    add_partial_sum(one, s, "last_product_missing",
                    "the last product, j = J - 1, is missing from the sum", 0, s.J - 1);
    add_index_mistakes(one, s);
  }
  return one;
}

case_maker products(const sizes& of) {
  return [of](random_source& random) {
    std::vector<test_case> cases;
    for (const product_sizes& s : of)
      cases.push_back(product_case(random, s));
    return cases;
  };
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
                      correctness_check{products(any_size)}},
                     {"clean.any_size", "nothing is touched outside the matrices", 2, 15,
                      clean_check{products(clean_any)}},
                     {"traffic.loads", "a warp reads side by side", 3, 10,
                      traffic_check{products(traffic_sizes), loads_gate}},
                     {"traffic.stores", "a warp stores side by side", 3, 5,
                      traffic_check{products(traffic_sizes), stores_gate}},
                     {"speed.naive", "faster than the kernel with x and y exchanged", 3, 15,
                      speed_check{
                          products(sizes(speed_inputs, {speed_size, speed_size, speed_size})),
                          min_speedup, speedup_source, 2.0 * speed_size * speed_size * speed_size,
                          3.0 * speed_size * speed_size * sizeof(float)}}},
          .demonstration = demonstration,
          .never_wait = {"matmul_naive"}};
}

} // namespace

} // namespace cudalab::lab03

CUDALAB_REGISTER_LAB(cudalab::lab03::describe);
