// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/statistics.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("median") {
  CHECK(median({3}) == 3);
  CHECK(median({9, 1, 5}) == 5);
  CHECK(median({4, 1, 3, 2}) == 2.5);
  CHECK(median({1, 1, 1, 100}) == 1);
  CHECK_THROWS_AS(median({}), std::invalid_argument);
}

TEST_CASE("paired ratios are how many times faster") {
  CHECK(paired_ratios({6, 8}, {3, 2}) == std::vector<double>{2, 4});
  CHECK_THROWS_AS(paired_ratios({1, 2}, {1}), std::invalid_argument);
  CHECK_THROWS_AS(paired_ratios({1}, {0}), std::invalid_argument);
  CHECK_THROWS_AS(paired_ratios({-1}, {1}), std::invalid_argument);
  CHECK_THROWS_AS(paired_ratios({std::nan("")}, {1}), std::invalid_argument);
  CHECK_THROWS_AS(paired_ratios({std::numeric_limits<double>::infinity()}, {1}),
                  std::invalid_argument);
}

TEST_CASE("the bootstrap interval") {
  const std::vector<double> one_to_17{9, 2, 14, 1, 5, 8, 11, 3, 15, 6, 17, 7, 13, 4, 16, 12, 10};
  const interval found = bootstrap_interval(one_to_17, 1);
  // Exactly: a resampled median is at most the k-th of 17 values with the probability that 9 or
  // more of 17 draws are; that is 0.8 % for the 4th value and 3.6 % for the 5th.
  CHECK(found.low == 5);
  CHECK(found.high == 13);
  const interval again = bootstrap_interval(one_to_17, 1);
  CHECK(found.low == again.low);
  CHECK(found.high == again.high);

  const interval flat = bootstrap_interval({2, 2, 2}, 5);
  CHECK(flat.low == 2);
  CHECK(flat.high == 2);
  const interval single = bootstrap_interval({7}, 5);
  CHECK(single.low == 7);
  CHECK(single.high == 7);
  const interval even = bootstrap_interval({1, 2, 3, 4}, 5);
  CHECK(even.low >= 1);
  CHECK(even.high <= 4);
  CHECK_THROWS_AS(bootstrap_interval({}, 1), std::invalid_argument);
}

TEST_CASE("an outlier does not move the interval to itself") {
  std::vector<double> values(15, 1.5);
  values[3] = 100;
  values[8] = 0.01;
  const interval found = bootstrap_interval(values, 3);
  CHECK(found.low == 1.5);
  CHECK(found.high == 1.5);
}

TEST_CASE("decide: above, below, astride, and the edges") {
  CHECK(decide({1.3, 1.5}, 1.25) == decision::above);
  CHECK(decide({1.25, 1.5}, 1.25) == decision::above);
  CHECK(decide({1.1, 1.24}, 1.25) == decision::below);
  CHECK(decide({1.2, 1.25}, 1.25) == decision::astride);
  CHECK(decide({1.2, 1.3}, 1.25) == decision::astride);
}
