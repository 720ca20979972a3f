// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/speed_words.h"

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

double tflops(const speed& wanted, double milliseconds) {
  return wanted.flops / (milliseconds / 1e3) / 1e12;
}

double gigabytes(const speed& wanted, double milliseconds) {
  return wanted.bytes / (milliseconds / 1e3) / 1e9;
}

// "1.472 ms a call, 11.67 TFLOP/s, 34.2 GB/s"
std::string rates(const std::string& whose, const speed& wanted, double milliseconds) {
  std::string line = fmt::format("{}: {:.3g} ms a call", whose, milliseconds);
  if (wanted.flops > 0)
    line += fmt::format(", {:.3g} TFLOP/s", tflops(wanted, milliseconds));
  if (wanted.bytes > 0)
    line += fmt::format(", {:.3g} GB/s", gigabytes(wanted, milliseconds));
  return line;
}

nlohmann::json program_data(const speed& wanted, double milliseconds, int iterations) {
  nlohmann::json data{{"milliseconds", milliseconds}, {"calls_per_sample", iterations}};
  if (wanted.flops > 0)
    data["tflops"] = tflops(wanted, milliseconds);
  if (wanted.bytes > 0)
    data["gigabytes_per_second"] = gigabytes(wanted, milliseconds);
  return data;
}

void describe_verdict(const speed& wanted, const speedup& seen, check_result& result) {
  const std::string figure =
      fmt::format("{:.2f} times as fast as the given kernel (95 % interval {:.2f} to {:.2f})",
                  seen.ratio, seen.range.low, seen.range.high);
  switch (seen.how) {
  case speedup::verdict::reached:
    result.status = status::pass;
    result.message = fmt::format("{}; {:.2f} is wanted", figure, wanted.min_ratio);
    break;
  case speedup::verdict::missed:
    result.status = status::fail;
    result.message = fmt::format("{}, but {:.2f} is wanted", figure, wanted.min_ratio);
    result.next = "the traffic checks count what your kernel reads and writes: look there for the "
                  "lines that make the most requests, or serve one bank many times";
    break;
  case speedup::verdict::undecided:
    result.status = status::noisy;
    result.message = fmt::format("{}: too close to the wanted {:.2f} to tell on this machine",
                                 figure, wanted.min_ratio);
    result.next = "close other programs that use the GPU and grade again; a kernel that is clearly "
                  "faster is told apart";
    break;
  case speedup::verdict::noisy_machine:
    result.status = status::noisy;
    result.message =
        fmt::format("this machine is too noisy to time: the given kernel differs from "
                    "itself by {:.1f} % (3 % is allowed)",
                    100 * (seen.self_ratio > 1 ? seen.self_ratio - 1 : 1 - seen.self_ratio));
    result.next = "close other programs that use the GPU and grade again; no points are lost";
    break;
  }
}

} // namespace

void describe_speed(const speed& wanted, const speedup& seen, const speed_surroundings& around,
                    check_result& result) {
  describe_verdict(wanted, seen, result);
  auto& data = result.data;
  data["device"] = around.device;
  data["threshold"] = wanted.min_ratio;
  data["threshold_source"] = wanted.threshold_source;
  data["self_ratio"] = seen.self_ratio;
  data["self_ratios"] = seen.self_ratios;
  if (around.copy_bytes_per_second > 0)
    data["copy_gigabytes_per_second"] = around.copy_bytes_per_second / 1e9;
  if (seen.ratios.empty())
    return;
  data["ratio"] = seen.ratio;
  data["interval"] = {seen.range.low, seen.range.high};
  data["ratios"] = seen.ratios;
  data["rounds"] = seen.rounds;
  data["baseline"] = program_data(wanted, seen.baseline_ms, seen.baseline_iterations);
  data["submission"] = program_data(wanted, seen.submission_ms, seen.submission_iterations);
  const bool believed = seen.counted_by == time_by::events;
  data["counted_by"] = believed ? "events" : "judge";
  data["clock_check"] = {{"event_milliseconds", seen.clock.event_ms},
                         {"judge_milliseconds", seen.clock.judge_ms}};
  if (!believed) {
    result.details.push_back("its own clock was not believed");
    result.message += fmt::format("; the program's own times did not agree with the judge's clock "
                                  "({:.3g} ms against {:.3g} ms a call), so the judge's count",
                                  seen.clock.event_ms, seen.clock.judge_ms);
  }
  result.details.push_back(rates("given kernel", wanted, seen.baseline_ms));
  result.details.push_back(rates("yours", wanted, seen.submission_ms));
  if (wanted.bytes > 0 && around.copy_bytes_per_second > 0) {
    const double fraction =
        gigabytes(wanted, seen.submission_ms) * 1e9 / around.copy_bytes_per_second;
    data["copy_fraction"] = fraction;
    result.details.push_back(fmt::format("{:.1f} % of this device's copy bandwidth ({:.0f} GB/s), "
                                         "counting each value once",
                                         100 * fraction, around.copy_bytes_per_second / 1e9));
  }
}

} // namespace cudalab::grader
