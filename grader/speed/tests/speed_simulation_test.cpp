// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// How often the method errs when the truth is known: thousands of whole measurements on machines
// with noise, outliers and drift. A true ratio 15 % from the threshold may be judged wrong once in
// 1,000 at most.
#include "grader/speed/measure_speedup.h"

#include <cstdint>

#include <doctest/doctest.h>

#include "fake_gpu.h"

using namespace cudalab::grader;

namespace {

constexpr double threshold = 1.25;
constexpr int measurements = 1000;

struct tally {
  int reached = 0, missed = 0, open = 0;
};

tally simulate(double true_ratio, const fake_machine& kind, std::uint32_t seed) {
  tally count;
  for (int i = 0; i < measurements; ++i) {
    fake_machine machine = kind;
    machine.chance = fake_chance(seed + static_cast<std::uint32_t>(i));
    fake_program first(machine, 3.0), second(machine, 3.0), theirs(machine, 3.0 / true_ratio);
    speedup_method method;
    method.threshold = threshold;
    method.seed = static_cast<std::uint64_t>(i);
    switch (measure_speedup(first, second, theirs, method).how) {
    case speedup::verdict::reached:
      ++count.reached;
      break;
    case speedup::verdict::missed:
      ++count.missed;
      break;
    default:
      ++count.open;
    }
  }
  return count;
}

void check_both_sides(const fake_machine& kind, int most_open) {
  const tally fast = simulate(threshold * 1.15, kind, 100'000);
  INFO("15 % above: ", fast.reached, " reached, ", fast.missed, " missed, ", fast.open, " open");
  CHECK(fast.missed <= measurements / 1000);
  CHECK(fast.open <= most_open);
  const tally slow = simulate(threshold * 0.85, kind, 200'000);
  INFO("15 % below: ", slow.reached, " reached, ", slow.missed, " missed, ", slow.open, " open");
  CHECK(slow.reached <= measurements / 1000);
  CHECK(slow.open <= most_open);
}

} // namespace

TEST_CASE("a quiet machine") {
  fake_machine kind(0);
  kind.noise = 0.005;
  check_both_sides(kind, 1);
}

TEST_CASE("lognormal noise of 4 %") {
  fake_machine kind(0);
  kind.noise = 0.04;
  check_both_sides(kind, 150); // seventeen pairs of the baseline with itself may be 3 % apart
}

TEST_CASE("one sample in ten takes three times as long") {
  fake_machine kind(0);
  kind.noise = 0.01;
  kind.outliers = 0.1;
  check_both_sides(kind, 10);
}

TEST_CASE("the device slows down all the time") {
  fake_machine kind(0);
  kind.noise = 0.01;
  kind.drift = 0.003;
  check_both_sides(kind, 1);
}
