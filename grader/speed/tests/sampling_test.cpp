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

} // namespace

TEST_CASE("calibration gives samples of 5 ms, and no fewer calls than the ring has") {
  fake_machine machine(1);
  for (const double call_ms : {0.001, 0.02, 0.5, 2.0, 40.0}) {
    fake_program program(machine, call_ms);
    const int iterations = calibrate(program, 5);
    CHECK(iterations >= 3);
    CHECK(iterations * call_ms >= 4.7);
    CHECK(iterations * call_ms <= std::max(3 * call_ms * 1.01, 110.0));
    CHECK(program.requests <= 6);
  }
}

TEST_CASE("calibration ends whatever a program claims") {
  for (const double claim : {0.0, -1.0, std::nan(""), 1e300}) {
    claiming program({claim});
    CHECK(calibrate(program, 5) >= 2);
  }
  claiming nothing({});
  CHECK_THROWS_AS(calibrate(nothing, 5), timing_failed);
}

TEST_CASE("pairs are taken in turns: A B, B A") {
  std::string order;
  noting a(order, 'A'), b(order, 'B');
  std::vector<int> heard;
  const paired_times times =
      take_pairs({a, 2}, {b, 4}, 4, time_by::events, [&](int pair) { heard.push_back(pair); });
  CHECK(order == "ABBAABBA");
  CHECK(times.first == std::vector<double>(4, 1.0));
  CHECK(times.second == std::vector<double>(4, 0.5));
  CHECK(heard == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("the judge's clock: what a request costs besides its calls cancels") {
  fake_machine machine(2);
  machine.noise = 0.002;
  machine.upload_ms = 500;
  fake_program honest(machine, 2.0);
  const cross_check seen = check_clock({honest, 3});
  CHECK(seen.judge_ms == doctest::Approx(2.0).epsilon(0.03));
  CHECK(seen.disagreement() < 0.03);
}

TEST_CASE("the judge's clock finds out a program whose events lie") {
  fake_machine machine(3);
  for (const double honesty : {0.5, 0.85, 1.2}) {
    fake_program liar(machine, 2.0, honesty);
    const cross_check seen = check_clock({liar, 3});
    CHECK(seen.disagreement() > largest_disagreement);
    CHECK(seen.judge_ms == doctest::Approx(2.0).epsilon(0.05));
  }
}
