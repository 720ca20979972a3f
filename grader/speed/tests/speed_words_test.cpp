// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/speed_words.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

namespace {

speedup measured(speedup::verdict how) {
  speedup seen;
  seen.how = how;
  seen.ratios = {1.4, 1.5, 1.6};
  seen.ratio = 1.5;
  seen.range = {1.4, 1.6};
  seen.baseline_ms = 3;
  seen.submission_ms = 2;
  seen.submission_range = {1.9, 2.1};
  seen.by_ratio = how == speedup::verdict::missed      ? decision::below
                  : how == speedup::verdict::undecided ? decision::astride
                                                       : decision::above;
  seen.clock = {2, 2};
  return seen;
}

check_result described(const speedup& seen, double copy_fraction = 0) {
  speed_check wanted;
  wanted.enough_copy_fraction = copy_fraction;
  wanted.min_ratio = 1.25;
  wanted.flops = 16e9;
  wanted.bytes = 4e8;
  check_result result;
  describe_speed(wanted, seen, {"NVIDIA H200", 4e12}, result);
  return result;
}

bool says(const std::string& text, const char* part) {
  return text.find(part) != text.npos;
}

} // namespace

TEST_CASE("a verdict names the ratio, its interval and what is wanted") {
  const check_result passed = described(measured(speedup::verdict::reached));
  CHECK(passed.status == check_status::pass);
  CHECK(says(passed.message, "1.50 times as fast"));
  CHECK(says(passed.message, "1.40 to 1.60"));
  CHECK(says(passed.message, "1.25"));
  CHECK(passed.next.empty());
  REQUIRE(passed.details.size() > 2);
  CHECK(passed.details[0] == "given kernel: 3 ms a call, 5.33 TFLOP/s, 133 GB/s");
  CHECK(passed.details[1] == "your kernel: 2 ms a call, 8 TFLOP/s, 200 GB/s");
  CHECK(says(passed.details[2], "5.0 % of this device's copy bandwidth (4,000 GB/s)"));
  CHECK(described(measured(speedup::verdict::missed)).status == check_status::fail);
  CHECK_FALSE(described(measured(speedup::verdict::missed)).next.empty());
  CHECK(described(measured(speedup::verdict::undecided)).status == check_status::noisy);
}

TEST_CASE("a part of the copy bandwidth that is enough is told") {
  const check_result by_ratio = described(measured(speedup::verdict::reached), 0.04);
  CHECK(says(by_ratio.message, "1.50 times as fast"));
  CHECK_FALSE(says(by_ratio.message, "copy bandwidth"));
  CHECK(by_ratio.data["copy_threshold"] == 0.04);
  CHECK(by_ratio.data["copy_interval"][0].get<double>() == doctest::Approx(0.05 * 2 / 2.1));
  CHECK(by_ratio.data["copy_interval"][1].get<double>() == doctest::Approx(0.05 * 2 / 1.9));

  speedup seen = measured(speedup::verdict::reached);
  seen.by_ratio = decision::below;
  seen.by_time = decision::above;
  const check_result by_time = described(seen, 0.04);
  CHECK(by_time.status == check_status::pass);
  CHECK(says(by_time.message, "5 % of this device's copy bandwidth (95 % interval 5 to 5)"));
  CHECK(says(by_time.message, "4 % is enough"));

  const check_result slow = described(measured(speedup::verdict::missed), 0.8);
  CHECK(slow.status == check_status::fail);
  CHECK(says(slow.message, "but 1.25 is wanted, or 80 % of the copy bandwidth: it reaches 5 %"));
  CHECK(says(slow.next, "wider loads"));
  CHECK_FALSE(says(described(measured(speedup::verdict::missed)).message, "copy bandwidth"));

  seen = measured(speedup::verdict::undecided);
  seen.by_ratio = decision::below;
  seen.by_time = decision::astride;
  CHECK(says(described(seen, 0.8).message, "too close to the wanted 80 %"));
  CHECK_FALSE(described(measured(speedup::verdict::reached)).data.contains("copy_threshold"));
}

TEST_CASE("figures for machines") {
  const auto data = described(measured(speedup::verdict::reached)).data;
  CHECK(data["device"] == "NVIDIA H200");
  CHECK(data["ratios"].size() == 3);
  CHECK(data["interval"][0] == 1.4);
  CHECK(data["submission"]["tflops"].get<double>() == doctest::Approx(8));
  CHECK(data["submission"]["gigabytes_per_second"].get<double>() == doctest::Approx(200));
  CHECK(data["copy_fraction"].get<double>() == doctest::Approx(0.05));
  CHECK(data["counted_by"] == "events");
}

TEST_CASE("a clock that was not believed is told") {
  speedup seen = measured(speedup::verdict::missed);
  seen.counted_by = time_by::judge;
  seen.clock = {0.5, 2};
  const check_result result = described(seen);
  CHECK(says(result.message, "judge's clock"));
  CHECK(result.data["counted_by"] == "judge");
  CHECK(says(result.next, "in the default stream"));
  seen.clock = {2, 2.5};
  CHECK_FALSE(says(described(seen).next, "in the default stream"));
}

TEST_CASE("a noisy machine has no ratio") {
  speedup seen;
  seen.how = speedup::verdict::noisy_machine;
  seen.self_ratio = 0.94;
  const check_result result = described(seen);
  CHECK(result.status == check_status::noisy);
  CHECK(says(result.message, "6.0 %"));
  CHECK_FALSE(result.data.contains("ratio"));
}
