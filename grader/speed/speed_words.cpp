// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/speed_words.h"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "grader/compare/words.h"
#include "grader/speed/disturbance_words.h"

namespace cudalab::grader {

namespace {

double tflops(const speed_check& wanted, double milliseconds) {
  return wanted.flops / (milliseconds / 1e3) / 1e12;
}

double gigabytes(const speed_check& wanted, double milliseconds) {
  return wanted.bytes / (milliseconds / 1e3) / 1e9;
}

/// "34.2", "4,570"
std::string three_digits(double value) {
  return value >= 1e3 && value < 1e12 ? grouped(static_cast<std::uint64_t>(std::llround(value)))
                                      : fmt::format("{:.3g}", value);
}

// "1.472 ms a call, 11.67 TFLOP/s, 34.2 GB/s"
std::string rates(const std::string& whose, const speed_check& wanted, double milliseconds) {
  std::string line = fmt::format("{}: {:.3g} ms a call", whose, milliseconds);
  if (wanted.flops > 0)
    line += fmt::format(", {:.3g} TFLOP/s", tflops(wanted, milliseconds));
  if (wanted.bytes > 0)
    line += fmt::format(", {} GB/s", three_digits(gigabytes(wanted, milliseconds)));
  return line;
}

nlohmann::json program_data(const speed_check& wanted, double milliseconds, int iterations) {
  nlohmann::json data{{"milliseconds", milliseconds}, {"calls_per_sample", iterations}};
  if (wanted.flops > 0)
    data["tflops"] = tflops(wanted, milliseconds);
  if (wanted.bytes > 0)
    data["gigabytes_per_second"] = gigabytes(wanted, milliseconds);
  return data;
}

double copy_part(const speed_check& wanted, double milliseconds, const speed_surroundings& around) {
  return gigabytes(wanted, milliseconds) * 1e9 / around.copy_bytes_per_second;
}

// "4.84 times as fast as the given kernel (95 % interval 4.82 to 4.86)"
std::string ratio_figure(const speedup& seen) {
  return fmt::format("{:.2f} times as fast as the given kernel (95 % interval {:.2f} to {:.2f})",
                     seen.ratio, seen.range.low, seen.range.high);
}

// "110 % of this device's copy bandwidth (95 % interval 109 to 111)"
std::string copy_figure(const speed_check& wanted, const speedup& seen,
                        const speed_surroundings& around) {
  return fmt::format("{:.0f} % of this device's copy bandwidth (95 % interval {:.0f} to {:.0f})",
                     100 * copy_part(wanted, seen.submission_ms, around),
                     100 * copy_part(wanted, seen.submission_range.high, around),
                     100 * copy_part(wanted, seen.submission_range.low, around));
}

void describe_reached(const speed_check& wanted, const speedup& seen,
                      const speed_surroundings& around, check_result& result) {
  result.status = check_status::pass;
  if (seen.by_ratio == decision::above)
    result.message = fmt::format("{}; {:.2f} is wanted", ratio_figure(seen), wanted.min_ratio);
  else
    result.message =
        fmt::format("{}: no kernel is much faster on this device; {:.0f} % is enough",
                    copy_figure(wanted, seen, around), 100 * wanted.enough_copy_fraction);
}

void describe_missed(const speed_check& wanted, const speedup& seen,
                     const speed_surroundings& around, check_result& result) {
  result.status = check_status::fail;
  result.message = fmt::format("{}, but {:.2f} is wanted", ratio_figure(seen), wanted.min_ratio);
  if (wanted.enough_copy_fraction <= 0) {
    result.next = "the traffic checks count what your kernel reads and writes: look there for the "
                  "lines that make the most requests, or serve one bank many times";
    return;
  }
  result.message +=
      fmt::format(", or {:.0f} % of the copy bandwidth: it reaches {}",
                  100 * wanted.enough_copy_fraction, copy_figure(wanted, seen, around));
  result.next = "the memory waits for your kernel: let each thread ask for more before it needs an "
                "answer (wider loads, several of them), and keep every multiprocessor full";
}

void describe_undecided(const speed_check& wanted, const speedup& seen,
                        const speed_surroundings& around, check_result& result) {
  result.status = check_status::noisy;
  result.message =
      seen.by_ratio == decision::astride
          ? fmt::format("{}: too close to the wanted {:.2f} to tell on this machine",
                        ratio_figure(seen), wanted.min_ratio)
          : fmt::format("{}: too close to the wanted {:.0f} % to tell on this machine",
                        copy_figure(wanted, seen, around), 100 * wanted.enough_copy_fraction);
  result.next = "close other programs that use the GPU and grade again; a kernel that is clearly "
                "faster is seen then";
}

void describe_noise(const speedup& seen, check_result& result) {
  result.status = check_status::noisy;
  result.message =
      fmt::format("this machine is too noisy to time: the given kernel differs from "
                  "itself by {:.1f} % (3 % is allowed)",
                  100 * (seen.self_ratio > 1 ? seen.self_ratio - 1 : 1 - seen.self_ratio));
  result.next = "close other programs that use the GPU and grade again; no points are lost";
}

void describe_verdict(const speed_check& wanted, const speedup& seen,
                      const speed_surroundings& around, check_result& result) {
  switch (seen.how) {
  case speedup::verdict::reached:
    return describe_reached(wanted, seen, around, result);
  case speedup::verdict::missed:
    return describe_missed(wanted, seen, around, result);
  case speedup::verdict::undecided:
    return describe_undecided(wanted, seen, around, result);
  case speedup::verdict::noisy_machine:
    return describe_noise(seen, result);
  case speedup::verdict::disturbed_device:
    return describe_disturbed(seen, result);
  }
}

// Events that miss most of the work have a usual reason, and it can be mended.
void describe_disbelief(const speedup& seen, check_result& result) {
  result.details.push_back("the program's own clock was not used");
  result.message += fmt::format("; the program's own times did not agree with the judge's clock "
                                "({:.3g} ms against {:.3g} ms a call), so the judge's count",
                                seen.clock.event_ms, seen.clock.judge_ms);
  if (seen.clock.event_ms < seen.clock.judge_ms / 2 && result.status != check_status::pass)
    result.next = "the events of the default stream did not see most of the work: launch your "
                  "kernels in the default stream, not in one that was made with "
                  "cudaStreamNonBlocking";
}

} // namespace

void describe_speed(const speed_check& wanted, const speedup& seen,
                    const speed_surroundings& around, check_result& result) {
  describe_verdict(wanted, seen, around, result);
  describe_discarded(seen, around, result);
  auto& data = result.data;
  data["device"] = around.device;
  data["threshold"] = wanted.min_ratio;
  data["threshold_source"] = wanted.threshold_source;
  data["self_ratio"] = seen.self_ratio;
  data["self_ratios"] = seen.self_ratios;
  if (around.copy_bytes_per_second > 0)
    data["copy_gigabytes_per_second"] = around.copy_bytes_per_second / 1e9;
  if (wanted.enough_copy_fraction > 0)
    data["copy_threshold"] = wanted.enough_copy_fraction;
  if (around.peak_gigaflops > 0)
    data["peak_tflops"] = around.peak_gigaflops / 1e3;
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
  if (!believed)
    describe_disbelief(seen, result);
  result.details.push_back(rates("given kernel", wanted, seen.baseline_ms));
  result.details.push_back(rates("your kernel", wanted, seen.submission_ms));
  if (wanted.bytes > 0 && around.copy_bytes_per_second > 0) {
    const double fraction = copy_part(wanted, seen.submission_ms, around);
    data["copy_fraction"] = fraction;
    data["copy_interval"] = {copy_part(wanted, seen.submission_range.high, around),
                             copy_part(wanted, seen.submission_range.low, around)};
    result.details.push_back(fmt::format("{:.1f} % of this device's copy bandwidth ({} GB/s), "
                                         "counting each value once",
                                         100 * fraction,
                                         three_digits(around.copy_bytes_per_second / 1e9)));
  }
}

} // namespace cudalab::grader
