// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/sampling.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "fake_gpu.h"

using namespace cudalab::grader;

namespace {

// Writes down who was asked.
class noting : public timing_source {
public:
  noting(std::string& order, char name) : order_(order), name_(name) {}
  timing_answer time(const timing_order&) override {
    order_ += name_;
    return {{2.0}, 5.0};
  }
  int ring_size() const override { return 1; }

private:
  std::string& order_;
  char name_;
};

class claiming : public timing_source {
public:
  explicit claiming(std::vector<double> claims) : claims_(std::move(claims)) {}
  timing_answer time(const timing_order& order) override {
    return {claims_, 10.0 + 0.5 * order.iterations};
  }
  int ring_size() const override { return 2; }

private:
  std::vector<double> claims_;
};

cross_check clock_of(timed_program& program) {
  unwatched_device nobody;
  round_filter all(nobody);
  return check_clock(program, all);
}

} // namespace

TEST_CASE("calibration gives samples of 5 ms, and no fewer calls than the ring has") {
  fake_machine machine(1);
  for (const double call_ms : {0.001, 0.02, 0.5, 2.0, 40.0}) {
    fake_program program(machine, call_ms);
    const int iterations = calibrate(program, 5).iterations;
    CHECK(iterations >= 3);
    CHECK(iterations * call_ms >= 4.7);
    CHECK(iterations * call_ms <= std::max(3 * call_ms * 1.01, 110.0));
    CHECK(program.requests <= 6);
  }
}

TEST_CASE("calibration ends whatever a program claims") {
  for (const double claim : {0.0, -1.0, std::nan(""), 1e300}) {
    claiming program({claim});
    CHECK(calibrate(program, 5).iterations >= 2);
  }
  claiming nothing({});
  CHECK_THROWS_AS(calibrate(nothing, 5), timing_failed);
}

TEST_CASE("pairs are taken in turns: A B, B A") {
  unwatched_device nobody;
  round_filter all(nobody);
  std::string order;
  noting a(order, 'A'), b(order, 'B');
  std::vector<int> heard;
  const paired_times times =
      take_pairs({a, 2}, {b, 4}, 4, time_by::events, all, [&](int pair) { heard.push_back(pair); });
  CHECK(order == "ABBAABBA");
  CHECK(times.first == std::vector<double>(4, 1.0));
  CHECK(times.second == std::vector<double>(4, 0.5));
  CHECK(heard == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("a program whose events do not see its work is not called without end") {
  for (const double call_ms : {0.2, 2.0, 20.0, 200.0}) {
    fake_machine machine(4);
    fake_program hides(machine, call_ms, 0.003 / call_ms); // a launch of 3 us is all they see
    timed_program found = calibrate(hides, 5);
    CHECK(found.clock == time_by::judge);
    CHECK(found.call_ms == doctest::Approx(call_ms).epsilon(0.1));
    CHECK(found.iterations * call_ms <= std::max(6.0, 3 * call_ms));
    CHECK(machine.passed_ms < 30'000);
    machine.passed_ms = 0;
    CHECK(clock_of(found).judge_ms == doctest::Approx(call_ms).epsilon(0.1));
    CHECK(machine.passed_ms < 12'000);
  }
}

TEST_CASE("one upload that takes long by chance hides no work") {
  fake_machine machine(5);
  fake_program honest(machine, 0.05);
  honest.late_request = 2; // the second
  const timed_program found = calibrate(honest, 5);
  CHECK(found.clock == time_by::events);
  CHECK(found.iterations * 0.05 >= 4.7);
}

TEST_CASE("the judge's clock: what a request costs besides its calls cancels") {
  fake_machine machine(2);
  machine.noise = 0.002;
  machine.upload_ms = 500;
  fake_program honest(machine, 2.0);
  timed_program timed{honest, 3, 2.0};
  const cross_check seen = clock_of(timed);
  CHECK(seen.judge_ms == doctest::Approx(2.0).epsilon(0.03));
  CHECK(seen.disagreement() < 0.03);
}

TEST_CASE("the judge's clock finds out a program whose events lie") {
  fake_machine machine(3);
  for (const double honesty : {0.5, 0.85, 1.2}) {
    fake_program liar(machine, 2.0, honesty);
    timed_program timed{liar, 3, 2.0 * honesty};
    const cross_check seen = clock_of(timed);
    CHECK(seen.disagreement() > largest_disagreement);
    CHECK(seen.judge_ms == doctest::Approx(2.0).epsilon(0.05));
  }
}

TEST_CASE("the judge's clock sees enough calls, however long they claim to take") {
  fake_machine machine(6);
  fake_program boaster(machine, 0.01, 1e9);
  timed_program timed = calibrate(boaster, 5);
  CHECK(clock_of(timed).judge_ms == doctest::Approx(0.01).epsilon(0.05));
}
