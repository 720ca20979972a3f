// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// An instructor's own check of lab 04, for own_checks_test.
#include "grader/cases/matmul.h"
#include "grader/own_checks.h"

namespace {

using namespace cudalab::grader;

std::vector<test_case> larger(random_source& random) {
  return {matmul_case(random, "200 x 3 x 199", "matmul_tiled", 200, 3, 199)};
}

std::vector<check_description> make() {
  return {{"correctness.larger", "a product that is not in the handout", 2, 5,
           correctness_check{larger}}};
}

} // namespace

CUDALAB_OWN_CHECKS(make);
