// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 08 tells the median from other figures of the same runs. Whatever the seed is, there must be
// runs that allow it.
#include <doctest/doctest.h>

#include "lab08_timer_cases.h"

using namespace cudalab;
using namespace cudalab::lab08;

TEST_CASE("each example can be judged") {
  for (const warmup_kind& warmup : {slow_warmup, quick_warmup})
    for (const int runs : {5, 6})
      for (const runs_of& example : examples_of(warmup, runs)) {
        CHECK(example.measured.size() == static_cast<std::size_t>(runs));
        CHECK(can_be_judged(example));
      }
}

TEST_CASE("runs in which the mean is the median cannot be judged") {
  CHECK_FALSE(can_be_judged({{6, 7, 8}, {1, 2, 3, 4, 5}}));
}

TEST_CASE("with every seed there are runs that can be judged, and seeds differ") {
  double before = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    random_source random(seed);
    for (const warmup_kind& warmup : {slow_warmup, quick_warmup})
      for (const int runs : {5, 6}) {
        CAPTURE(seed);
        const runs_of drawn = draw_runs(random, warmup, runs);
        CHECK(can_be_judged(drawn));
        CHECK(drawn.warmup.size() == static_cast<std::size_t>(warmup.runs));
        CHECK(drawn.measured.size() == static_cast<std::size_t>(runs));
        CHECK(drawn.measured.front() != before);
        before = drawn.measured.front();
      }
  }
}

TEST_CASE("near an example, runs can be judged") {
  random_source random(1);
  for (const warmup_kind& warmup : {slow_warmup, quick_warmup})
    for (const int runs : {5, 6})
      for (const runs_of& example : examples_of(warmup, runs))
        for (int i = 0; i < 20; ++i)
          CHECK(can_be_judged(near_an_example(random, {example})));
}
