// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/measure_speedup.h"

#include <doctest/doctest.h>

#include "fake_gpu.h"

using namespace cudalab::grader;
using verdict = speedup::verdict;

namespace {

speedup measure(fake_machine& machine, double submission_ms, double honesty = 1,
                bool only_when_flushed = false) {
  fake_program first(machine, 3.0), second(machine, 3.0);
  fake_program theirs(machine, submission_ms, honesty);
  theirs.only_when_flushed = only_when_flushed;
  speedup_method method;
  method.threshold = 1.25;
  method.seed = 7;
  return measure_speedup(first, second, theirs, method);
}

} // namespace

TEST_CASE("fast enough, too slow") {
  fake_machine machine(1);
  const speedup fast = measure(machine, 2.0);
  CHECK(fast.how == verdict::reached);
  CHECK(fast.ratio == doctest::Approx(1.5).epsilon(0.02));
  CHECK(fast.range.low <= fast.ratio);
  CHECK(fast.range.high >= fast.ratio);
  CHECK(fast.rounds == 1);
  CHECK(fast.ratios.size() == few_pairs); // 1.5 is far above 1.25
  CHECK(fast.self_ratios.size() == few_pairs);
  CHECK(fast.counted_by == time_by::events);
  CHECK(fast.baseline_ms == doctest::Approx(3.0).epsilon(0.02));
  CHECK(fast.submission_ms == doctest::Approx(2.0).epsilon(0.02));

  CHECK(measure(machine, 2.9).how == verdict::missed);
  CHECK(measure(machine, 300.0).how == verdict::missed);
}

TEST_CASE("at the threshold: twice the pairs, and then it says that it cannot tell") {
  fake_machine machine(2);
  machine.noise = 0.03;
  const speedup close = measure(machine, 3.0 / 1.25);
  CHECK(close.rounds == 2);
  CHECK(close.ratios.size() == 34);
  CHECK(close.how == verdict::undecided);
}

TEST_CASE("a time that is short enough decides, too") {
  const auto measured = [](double threshold, double enough_ms, double noise = 0.01) {
    fake_machine machine(6);
    machine.noise = noise;
    fake_program first(machine, 3.0), second(machine, 3.0), theirs(machine, 2.0);
    speedup_method method;
    method.threshold = threshold;
    method.enough_ms = enough_ms;
    return measure_speedup(first, second, theirs, method);
  };
  CHECK(measured(1.25, 0).how == verdict::reached);
  CHECK(measured(1.25, 1).how == verdict::reached); // the ratio is enough
  for (const double ratio : {1.75, 10.0}) {         // 10: far below, but for the time
    CAPTURE(ratio);
    CHECK(measured(ratio, 0).how == verdict::missed);
    CHECK(measured(ratio, 1.7).how == verdict::missed);
    const speedup enough = measured(ratio, 2.3);
    CHECK(enough.how == verdict::reached);
    CHECK(enough.by_ratio == decision::below);
    CHECK(enough.by_time == decision::above);
    CHECK(enough.submission_range.low <= enough.submission_ms);
    CHECK(enough.submission_range.high >= enough.submission_ms);
  }
  const speedup close = measured(1.75, 2.0, 0.03);
  CHECK(close.how == verdict::undecided);
  CHECK(close.rounds == 2);
  CHECK(close.by_time == decision::astride);
}

TEST_CASE("a baseline that differs from itself says that the machine is too noisy") {
  fake_machine machine(3);
  fake_program first(machine, 3.0), second(machine, 3.2), theirs(machine, 1.0);
  speedup_method method;
  const speedup seen = measure_speedup(first, second, theirs, method);
  CHECK(seen.how == verdict::noisy_machine);
  CHECK(seen.self_ratio == doctest::Approx(3.0 / 3.2).epsilon(0.02));
  CHECK(seen.ratios.empty());
}

TEST_CASE("a clock that drifts by a third during the measurement changes nothing") {
  fake_machine machine(4);
  machine.drift = 0.003;
  const speedup seen = measure(machine, 2.0);
  CHECK(seen.how == verdict::reached);
  CHECK(seen.ratio == doctest::Approx(1.5).epsilon(0.02));
}

TEST_CASE("a lying clock is not believed: the judge's counts") {
  fake_machine machine(5);
  const speedup slow = measure(machine, 2.9, 0.3);
  CHECK(slow.counted_by == time_by::judge);
  CHECK(slow.how == verdict::missed);
  CHECK(slow.ratio == doctest::Approx(3.0 / 2.9).epsilon(0.05));

  const speedup careful = measure(machine, 2.9, 0.3, true); // honest while it is cross-checked
  CHECK(careful.counted_by == time_by::judge);
  CHECK(careful.how == verdict::missed);

  const speedup modest = measure(machine, 1.5, 3.0); // a broken clock, to its own harm
  CHECK(modest.counted_by == time_by::judge);
  CHECK(modest.how == verdict::reached);
}

// Work in a stream that the events do not wait for: a launch of 3 us is all they see.
TEST_CASE("work that the events do not see is judged within a minute") {
  fake_machine machine(10);
  fake_program first(machine, 20.0), second(machine, 20.0), theirs(machine, 20.0, 0.003 / 20);
  speedup_method method;
  method.threshold = 4;
  const speedup seen = measure_speedup(first, second, theirs, method);
  CHECK(seen.counted_by == time_by::judge);
  CHECK(seen.how == verdict::missed);
  CHECK(seen.ratio == doctest::Approx(1).epsilon(0.03));
  CHECK(seen.clock.event_ms < 0.01);
  CHECK(machine.passed_ms < 60'000);

  fake_program fast(machine, 4.0, 0.003 / 4); // hidden, but fast in truth
  const speedup right = measure_speedup(first, second, fast, method);
  CHECK(right.counted_by == time_by::judge);
  CHECK(right.how == verdict::reached);
  CHECK(right.ratio == doctest::Approx(5).epsilon(0.05));
}

TEST_CASE("a few pairs are enough far from the threshold, and not near it") {
  fake_machine machine(11);
  const speedup slow = measure(machine, 1500);
  CHECK(slow.how == verdict::missed);
  CHECK(slow.ratios.size() == few_pairs);
  CHECK(slow.ratio == doctest::Approx(0.002).epsilon(0.03));
  CHECK(slow.counted_by == time_by::events);
  CHECK(machine.passed_ms < 90'000);
  CHECK(measure(machine, 2.6).ratios.size() == 17); // 1.15 and 1.30 where 1.25 is wanted
  CHECK(measure(machine, 2.3).ratios.size() == 17);
}

TEST_CASE("rounds on a hot device are thrown away, and the verdict stays right") {
  std::size_t discarded = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    fake_machine machine(100 + seed);
    machine.hot_share = 0.15;
    machine.hot_factor = 40;
    fake_watch watch(machine);
    fake_program first(machine, 3.0), second(machine, 3.0), theirs(machine, 2.0);
    speedup_method method;
    method.threshold = 1.25;
    method.watch = &watch;
    const speedup seen = measure_speedup(first, second, theirs, method);
    CHECK(seen.how == verdict::reached);
    for (const double ratio : seen.ratios)
      CHECK(ratio == doctest::Approx(1.5).epsilon(0.1)); // none of them was hot
    discarded += seen.discarded.size();
  }
  CHECK(discarded > 100);
}

TEST_CASE("a device that is always hot: it says so, and nobody loses points") {
  fake_machine machine(12);
  machine.hot_share = 1;
  fake_watch watch(machine);
  fake_program first(machine, 3.0), second(machine, 3.0), theirs(machine, 2.0);
  speedup_method method;
  method.watch = &watch;
  const speedup seen = measure_speedup(first, second, theirs, method);
  CHECK(seen.how == verdict::disturbed_device);
  CHECK(seen.discarded.size() == few_pairs + spare_rounds + 1);
  CHECK(seen.discarded.front().reason == "too_hot");
  CHECK(seen.ratios.empty());
}

TEST_CASE("the same times and seed give the same answer") {
  fake_machine one(9), other(9);
  const speedup a = measure(one, 2.3), b = measure(other, 2.3);
  CHECK(a.ratios == b.ratios);
  CHECK(a.range.low == b.range.low);
  CHECK(a.range.high == b.range.high);
}
