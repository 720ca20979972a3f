// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 00: what is checked, on which sizes, for how many points.
#include <vector>

#include <fmt/format.h>

#include "grader/cases/sizes.h"
#include "grader/lab.h"

namespace cudalab::lab00 {

namespace {

using namespace grader;

/// One call of the student's function: its arguments in the order of lab00.h, and what must come
/// out. (grader/test_case.h: buffers that a function changes, functions that return something.)
test_case scale_case(const std::vector<float>& in, float factor) {
  test_case one(fmt::format("n = {}", in.size()), "scale");
  one.input("d_in", in)
      .output("d_out", protocol::element_type::float32, in.size())
      .value("factor", factor)
      .value("n", static_cast<int>(in.size()))
      .expect("d_out", [in, factor] {
        expectation right;
        for (const float each : in)
          right.want.push_back(double{factor} * each);
        right.rtol = 1e-6;
        right.shape = {1, in.size(), 1, 256}; // one row, made in blocks of 256
        return right;
      });
  return one;
}

/// A case for each size, which the seed draws. The same seed makes the same inputs, on every
/// machine, and checks that ask for one size share a case.
case_maker cases(const std::vector<size_range>& sizes) {
  return [sizes](const random_source& seed) {
    std::vector<test_case> all;
    for (const size_range& each : sizes) {
      const int n = each.drawn(seed);
      random_source own = seed.of(fmt::format("n = {}", n));
      const float factor = own.uniform(2, 4);
      all.push_back(scale_case(own.floats(static_cast<std::size_t>(n)), factor));
    }
    return all;
  };
}

/// Which kinds of sizes the cases must have; what makes no sense here is said with the reason.
/// `ctest -V -R size_table_test` prints the table.
std::vector<size_coverage> coverage() {
  using enum size_class;
  return {{.functions = {"scale"},
           .lengths = {length_named("n")},
           .sides = {32, 256},
           .without = {{"numbers are floats", {above_24_bits}},
                       {"the student chooses how many threads a block has", {odd_block_side}},
                       {"a thread for each number: there is one round", {further_round}}}}};
}

/// For ./lab run: numbers that can be checked by eye.
std::vector<test_case> demonstration(random_source&) {
  return {scale_case({0, 1, 2, 3, 4, 5, 6, 7}, 10)};
}

lab_description describe() {
  // The first size is the one whose message a student reads: not a special one. Watched code is
  // slow (about 50 ns an access): small sizes, but more than one block.
  return {.name = "lab00",
          .title = "The topic",
          .folder = "lab00_topic",
          .you_write = "a kernel that multiplies by a factor",
          .you_learn = "what this lab is about",
          .builds_on = {"lab01"},
          .guides = {"guides/first_kernel"},
          // An id, what a student reads, the exercise, the points, and what is checked. Labs 03 and
          // 04 show how traffic is counted and speed measured.
          .checks = {{"correctness.scale", "right for any length", 1, 60,
                      correctness_check{
                          cases({exactly(1000), exactly(1), below(32), multiple_of(256, 4),
                                 above(256, 4), below(256, 4), prime_size(2000, 3000),
                                 twice_odd(2000, 3000), more_than_16_bits()})}},
                     {"clean.scale", "nothing is touched outside the arrays", 1, 40,
                      clean_check{cases({between(280, 320), exactly(256), exactly(1)})}}},
          .demonstration = demonstration,
          .sizes = coverage()};
}

} // namespace

} // namespace cudalab::lab00

CUDALAB_REGISTER_LAB(cudalab::lab00::describe);
