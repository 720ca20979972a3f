// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The products that lab 10 asks for, and what well-known mistakes make of them.
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"
#include "grader/cases/matmul_mistakes.h"
#include "grader/cases/probes.h"

namespace cudalab::lab10 {

using grader::case_maker;
using grader::product_ranges;
using grader::product_sizes;
using grader::random_source;
using grader::test_case;

using sizes = std::vector<product_ranges>;

inline constexpr double never_written = -std::numeric_limits<double>::infinity();
/// Larger products get no known mistakes, of which those of any size have many.
inline constexpr double largest_of_any_size = 4e4, largest_in_tiles = 1e6;

/// What the exercises' functions are made of: the side of the part of P that a block makes, and how
/// deep a phase is.
struct rung {
  std::string function;
  int side = 0, depth = 0;
  bool any_size = false; ///< there are edges, and guards
};

inline rung rung_of(const std::string& function) {
  if (function == "matmul_strips")
    return {function, 64, 8, true};
  if (function == "matmul_squares")
    return {function, 128, 8, true};
  if (function == "matmul_warps<small_shape>")
    return {function, 64, 8};
  if (function == "matmul_warps<wide_shape>")
    return {function, 128, 16};
  return {function, 128, 8};
}

/// Of each strip only the first element is made.
inline void add_first_of_strip(test_case& one, const product_sizes& s) {
  if (s.I < 2)
    return;
  one.known_mistake("d_P",
                    {"only_first_of_strip",
                     "only the first element of each strip is there: rows 0, 8, 16, ...",
                     [m = one.floats(0), n = one.floats(1), s] {
                       std::vector<double> p = grader::product(m, n, static_cast<std::size_t>(s.I),
                                                               static_cast<std::size_t>(s.J),
                                                               static_cast<std::size_t>(s.K));
                       for (int row = 0; row < s.I; ++row)
                         if (row % 8 != 0)
                           std::fill_n(p.begin() + std::ptrdiff_t{row} * s.K, s.K, never_written);
                       return p;
                     },
                     {},
                     "A thread has an array of 8 sums, one for each element of its strip, "
                     "and stores 8 elements."});
}

/// Phases that are missing.
inline void add_missing_phases(test_case& one, const product_sizes& s, const rung& of) {
  const int phases = (s.J + of.depth - 1) / of.depth;
  if (s.J % of.depth != 0)
    grader::add_partial_sum(one, s, "partial_phase_missing",
                            fmt::format("the last, partial phase is missing from the sum: J = {} "
                                        "needs {} phase{} of {}, rounded up",
                                        s.J, phases, phases == 1 ? "" : "s", of.depth),
                            0, s.J / of.depth * of.depth);
  else
    grader::add_partial_sum(one, s, "last_phase_missing",
                            fmt::format("the last phase is missing from the sum: of {} phases of "
                                        "{} products the first {} are there",
                                        phases, of.depth, phases - 1),
                            0, s.J - of.depth);
  if (s.J % of.depth == 0 && phases % 2 == 1)
    grader::add_partial_sum(
        one, s, "odd_phase_missing",
        fmt::format("the last of an odd number of phases is missing from the sum: J = {} has {} "
                    "phase{} of {}",
                    s.J, phases, phases == 1 ? "" : "s", of.depth),
        0, s.J - of.depth, "",
        "Does each round of the loop do two phases? The last one of an odd number is left, and "
        "must "
        "be done, too.");
  if (phases == 1)
    return;
  grader::add_partial_sum(one, s, "only_first_phase",
                          fmt::format("only the first phase is in the sum: the first {} of the {} "
                                      "products that make an element",
                                      of.depth, s.J),
                          0, of.depth);
  grader::add_partial_sum(one, s, "first_phase_missing",
                          fmt::format("the first phase is missing from the sum: the first {} of "
                                      "the {} products that make an element",
                                      of.depth, s.J),
                          of.depth, s.J);
  grader::add_partial_sum(one, s, "only_last_phase",
                          "only the last phase is in the sum: the sums must be set to 0 once, "
                          "before the first phase",
                          (s.J - 1) / of.depth * of.depth, s.J);
}

inline test_case product_case(const random_source& random, const rung& of, const product_sizes& s) {
  const std::string name = fmt::format("{}, {} x {} x {}", of.function, s.I, s.J, s.K);
  random_source own = random.of(name);
  test_case one =
      grader::matmul_case(own, name, of.function, s.I, s.J, s.K, static_cast<std::size_t>(of.side));
  one.ask([s] { return grader::product_probes(s); });
  if (double{1} * s.I * s.J * s.K > (of.any_size ? largest_of_any_size : largest_in_tiles))
    return one;
  // (The best shape is the student's: nobody knows its phases.)
  if (of.function != "matmul_best")
    add_missing_phases(one, s, of);
  if (of.function == "matmul_strips")
    add_first_of_strip(one, s);
  if (!of.any_size)
    return one;
  grader::add_index_mistakes(one, s);
  grader::add_coverage_mistakes(one, s, of.side);
  return one;
}

/// All functions with all sizes.
inline case_maker products(const std::vector<std::string>& functions, const sizes& of) {
  return [functions, of](random_source& random) {
    std::vector<test_case> cases;
    for (const std::string& function : functions)
      for (const product_ranges& each : of)
        cases.push_back(product_case(random, rung_of(function), each.drawn(random)));
    return cases;
  };
}

} // namespace cudalab::lab10
