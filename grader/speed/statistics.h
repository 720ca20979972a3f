// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The arithmetic of the speed check: medians, ratios of pairs, a bootstrap interval, a decision.
#pragma once

#include <cstdint>
#include <vector>

namespace cudalab::grader {

/// The middle value, or the mean of the two middle ones. @throws std::invalid_argument when empty
double median(std::vector<double> values);

/// baseline[i] / submission[i]: how many times faster the submission was in pair i.
/// @throws std::invalid_argument when the lengths differ or a time is not positive
std::vector<double> paired_ratios(const std::vector<double>& baseline,
                                  const std::vector<double>& submission);

struct interval {
  double low = 0;
  double high = 0;
};

/// 95 % percentile bootstrap interval of the median of `values`. The same values and seed give the
/// same interval on every machine. @throws std::invalid_argument when empty
interval bootstrap_interval(const std::vector<double>& values, std::uint64_t seed,
                            int resamples = 2000);

enum class decision {
  above,  ///< the whole interval lies at or above the threshold
  below,  ///< the whole interval lies below it
  astride ///< it cannot be told
};

decision decide(const interval& ratio, double threshold);

} // namespace cudalab::grader
