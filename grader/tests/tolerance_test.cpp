// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/tolerance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "grader/test_case.h"

using namespace cudalab::grader;

namespace {

/// Largest error of 200 float sums of `length` products of numbers from [low, 1).
double worst_error(random_source& random, int length, float low) {
  double worst = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    float sum = 0;
    double exact = 0;
    for (int i = 0; i < length; ++i) {
      const float a = random.uniform(low, 1), b = random.uniform(low, 1);
      sum += a * b;
      exact += static_cast<double>(a) * static_cast<double>(b);
    }
    worst = std::max(worst, std::abs(sum - exact));
  }
  return worst;
}

} // namespace

TEST_CASE("float sums stay inside the tolerance, for both signs and for one sign") {
  random_source random(5);
  for (const int length : {1, 2, 16, 100, 1000, 4000}) {
    CHECK(worst_error(random, length, -1) <= sum_tolerance(std::size_t(length), 1));
    CHECK(worst_error(random, length, 0.5f) <= sum_tolerance(std::size_t(length), 1));
    CHECK(worst_error(random, length, -1) <= random_sum_tolerance(std::size_t(length), 1));
  }
}

TEST_CASE("a missing term of usual size is beyond the tolerance") {
  CHECK(sum_tolerance(2048, 1) < 0.05);
  CHECK(sum_tolerance(16, 1) < 1e-4);
}

TEST_CASE("half-precision sums are beyond the tolerance") {
  // A half has 11 bits: each addition to a sum near 1 errs by up to 2^-12.
  CHECK(sum_tolerance(100, 1) < 0x1p-11);
}
