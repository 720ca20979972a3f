// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The whole method, from the machine's noise to the verdict, over any source of times.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grader/run/device_watch.h"
#include "grader/speed/sampling.h"
#include "grader/speed/statistics.h"

namespace cudalab::grader {

struct speedup_method {
  double threshold = 1; ///< the ratio to reach
  double enough_ms = 0; ///< a call that takes no longer is fast enough, too; 0: none is
  /// Of the first round; a second one takes twice as many. With 17 the interval runs from the 5th
  /// to the 13th ratio, which holds the true median in 95.1 % of measurements; with 15 the 2.5 %
  /// would fall on the border between two values.
  int pairs = 17;
  double sample_ms = 5;
  std::uint64_t seed = 0;
  std::function<void(const std::string&)> progress; ///< may be empty
  device_watch* watch = nullptr;                    ///< may be null: nobody can look
};

/// Beyond it, the baseline against itself says that the machine is too noisy.
inline constexpr double largest_self_difference = 0.03;

/// Before the first round a few pairs are taken. When each of them lies above the wanted ratio by a
/// tenth, or each below, they decide. Six: their median lies between the smallest and the largest
/// in 97 % of measurements.
inline constexpr int few_pairs = 6;
inline constexpr double clear_margin = 1.1;

struct speedup {
  enum class verdict { reached, missed, noisy_machine, disturbed_device, undecided };
  verdict how = verdict::undecided;

  std::vector<double> self_ratios; ///< baseline against a second process of it
  double self_ratio = 1;           ///< their median

  int rounds = 0;             ///< 2: the first interval was astride the threshold
  std::vector<double> ratios; ///< baseline time over submission time, of the last round
  double ratio = 0;           ///< their median
  interval range;             ///< 95 %
  decision by_ratio = decision::astride;
  decision by_time = decision::below; ///< against speedup_method::enough_ms
  double baseline_ms = 0;             ///< one call, median of the last round
  double submission_ms = 0;
  interval submission_range;   ///< 95 %, of submission_ms
  int baseline_iterations = 0; ///< calls in a sample
  int submission_iterations = 0;

  cross_check clock;                    ///< of the submission
  std::vector<disturbance> discarded;   ///< one for each round that was made again
  time_by counted_by = time_by::events; ///< judge: the submission's own times were not believed
};

/// Times `submission` against `baseline`; `second_baseline` is another process of the same program.
/// The decision depends on nothing but the times and the seed.
/// @throws timing_failed from a source
speedup measure_speedup(timing_source& baseline, timing_source& second_baseline,
                        timing_source& submission, const speedup_method& method);

} // namespace cudalab::grader
