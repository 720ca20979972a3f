// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The judge against processes that speak the protocol and make up their times. Ratios are tested
// elsewhere: here nothing hangs on how long anything really takes.
#include "grader/speed/judge_speed.h"

#include <cstring>
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/speed/nvml/tests/load_made_up_nvml.h"
#include "grader/speed/worker_timing_source.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

std::filesystem::path program(const std::string& mistake) {
  return std::filesystem::path(CUDALAB_TIMED_PROGRAMS) / ("timed_program_" + mistake);
}

std::vector<test_case> ring_of_three() {
  std::vector<test_case> ring;
  for (const float start : {1.0F, 11.0F, 21.0F}) {
    test_case one("case", "twice");
    one.input("d_in", std::vector<float>{start, start + 1, start + 2, start + 3});
    one.output("d_out", protocol::element_type::float32, 4);
    ring.push_back(std::move(one));
  }
  return ring;
}

// What the engine's comparison does, for this one function.
std::string doubled(const test_case& one, const output_bytes& got) {
  std::vector<float> in(4), out(4);
  std::memcpy(in.data(), one.content(0).data(), 16);
  std::memcpy(out.data(), got.at("d_out").data(), 16);
  for (std::size_t i = 0; i < 4; ++i)
    if (!(out[i] == 2 * in[i]))
      return "element " + std::to_string(i) + " is not twice its input";
  return {};
}

speed_settings settings() {
  speed_settings made;
  made.check_outputs = doubled;
  made.pairs = 3;
  made.sample_ms = 0.05;
  made.nvml = CUDALAB_MADE_UP_NVML;
  return made;
}

check_result judged(const std::string& submission, const std::string& baseline = "right",
                    double copy_fraction = 0) {
  check_description described;
  described.id = "speed.twice";
  described.points = 10;
  speed_check wanted;
  wanted.min_ratio = copy_fraction > 0 ? 1e9 : 1.25;
  wanted.bytes = 32;
  wanted.enough_copy_fraction = copy_fraction;
  const auto ring = ring_of_three();
  return judge_speed(described, wanted, program(submission), program(baseline), ring, settings());
}

bool says(const std::string& text, const char* part) {
  return text.find(part) != text.npos;
}

} // namespace

TEST_CASE("a program that is right is timed") {
  const check_result result = judged("right");
  CHECK(result.id == "speed.twice");
  CHECK(result.kind == check_kind::speed);
  CHECK(result.max_points == 10);
  CHECK(result.status != check_status::error);
  CHECK(result.data["device"] == "made-up GPU");
  CHECK(result.data["self_ratio"] == 1.0);
  CHECK(result.data["copy_gigabytes_per_second"].get<double>() == doctest::Approx(4129.8));
  CHECK(result.data["peak_tflops"].get<double>() == doctest::Approx(66.908));
  CHECK(result.data.contains("ratio"));
  CHECK(result.data["device_watched"] == true);
  CHECK(result.data["discarded_rounds"]["count"] == 0);
}

TEST_CASE("a device that is too hot all the time costs nobody points") {
  fresh_made_up_nvml()->reasons = nvml_software_thermal;
  const check_result result = judged("right");
  fresh_made_up_nvml();
  CHECK(result.status == check_status::noisy);
  CHECK(says(result.message, "the device was too hot and slowed down (9 rounds)"));
  CHECK(result.data["discarded_rounds"]["reasons"][0]["reason"] == "too_hot");
}

// Its own made-up times stand at 0.01 ms a call: 3.2 MB/s, a millionth of the made-up copies'.
TEST_CASE("near the copy bandwidth is fast enough, far from it is not") {
  const check_result result = judged("right", "right", 0.8);
  CHECK(result.status == check_status::fail);
  CHECK(says(result.message, "copy bandwidth"));
  CHECK(judged("right", "right", 1e-12).status == check_status::pass);
  CHECK(result.data["copy_threshold"] == 0.8);
  CHECK_THROWS_AS(judged("right", "no_copies", 0.8), std::runtime_error);
}

TEST_CASE("a wrong output fails, however fast") {
  for (const char* mistake : {"wrong", "unwritten"}) {
    const check_result result = judged(mistake);
    CHECK(result.status == check_status::fail);
    CHECK(says(result.message, "wrong at the size that is timed"));
    CHECK(says(result.message, "not twice its input"));
    CHECK(result.points == 0);
  }
  const check_result outside = judged("overruns");
  CHECK(outside.status == check_status::fail);
  CHECK(says(outside.message, "outside the outputs"));
}

TEST_CASE("a program that ends, errs or does not start could not be judged") {
  CHECK(judged("crashes").status == check_status::error);
  CHECK(says(judged("crashes").message, "SIGABRT"));
  CHECK(judged("errs").status == check_status::error);
  CHECK(says(judged("errs").message, "cudaErrorIllegalAddress"));
  CHECK(judged("silent").status == check_status::error);
  CHECK(judged("cpu").status == check_status::error);
}

TEST_CASE("a fault of the given kernel is not the student's") {
  CHECK_THROWS_AS(judged("right", "wrong"), std::runtime_error);
  CHECK_THROWS_AS(judged("right", "crashes"), std::runtime_error);
}

TEST_CASE("an order is passed on, and outputs start poisoned each time") {
  const auto ring = ring_of_three();
  const ring_memory memory(ring);
  const speed_settings given = settings();
  worker_timing_source source(program("right"), memory, given);
  CHECK(source.ring_size() == 3);
  timing_order order;
  order.iterations = 7;
  order.samples = 2;
  const timing_answer answer = source.time(order);
  CHECK(answer.event_ms == std::vector<double>{0.07, 0.07});
  CHECK(answer.judge_ms > 0);
  worker_timing_source lazy(program("unwritten"), memory, given);
  CHECK_THROWS_AS(lazy.time(order), timed_wrong_result);
  CHECK_THROWS_AS(lazy.time(order), timed_wrong_result);
}

TEST_CASE("all requests of a program have a time together") {
  const auto ring = ring_of_three();
  const ring_memory memory(ring);
  speed_settings given = settings();
  given.together = std::chrono::milliseconds(0);
  worker_timing_source source(program("right"), memory, given);
  CHECK_THROWS_WITH_AS(source.time({}),
                       "its calls took too long: 10 s are given to a few of them, 0 s to all",
                       timing_failed);

  given.together = std::chrono::milliseconds(50);
  worker_timing_source another(program("right"), memory, given);
  const auto ask_without_end = [&] {
    for (int i = 0; i < 10'000; ++i)
      another.time({});
  };
  CHECK_THROWS_WITH_AS(ask_without_end(),
                       "its calls took too long: 10 s are given to a few of them, 0.05 s to all",
                       timing_failed);
}
