// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// An instructor's own checks of lab 04, for own_checks_test and own_checks_test.sh: another size,
// and another bound.
#include "grader/cases/gates.h"
#include "grader/cases/matmul.h"
#include "grader/own_checks.h"

namespace {

using namespace cudalab::grader;

std::vector<test_case> larger(random_source& random) {
  return {matmul_case(random, "200 x 3 x 199", "matmul_tiled", 200, 3, 199)};
}

gate_verdict no_thread_for_nothing(const test_case&, const traffic_counts& counted,
                                   const traffic_counts&) {
  const bool few = launches_of(counted).threads <= 208 * 208;
  return {few, "threads that have no element of P", "Divide by TILE, rounded up.", {}};
}

std::vector<check_description> make() {
  return {
      {"correctness.larger", "a product that is not in the handout", 2, 5,
       correctness_check{larger}},
      {"traffic.threads", "no block too many", 2, 3, traffic_check{larger, no_thread_for_nothing}}};
}

} // namespace

CUDALAB_OWN_CHECKS(make);
