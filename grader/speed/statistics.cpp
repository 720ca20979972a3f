// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/speed/statistics.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace cudalab::grader {

namespace {

double middle_of_sorted(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// The median of `sorted[i]` taken times[i] times.
double middle_of_counted(const std::vector<double>& sorted, const std::vector<unsigned>& times) {
  const std::size_t count = sorted.size();
  const auto value_at = [&](std::size_t rank) {
    std::size_t i = 0;
    for (std::size_t seen = times[0]; seen <= rank; seen += times[i])
      ++i;
    return sorted[i];
  };
  return count % 2 == 1 ? value_at(count / 2) : (value_at(count / 2 - 1) + value_at(count / 2)) / 2;
}

} // namespace

double median(std::vector<double> values) {
  if (values.empty())
    throw std::invalid_argument("the median of nothing");
  std::sort(values.begin(), values.end());
  return middle_of_sorted(values);
}

std::vector<double> paired_ratios(const std::vector<double>& baseline,
                                  const std::vector<double>& submission) {
  if (baseline.size() != submission.size())
    throw std::invalid_argument("pairs of times need as many of one as of the other");
  std::vector<double> ratios;
  for (std::size_t i = 0; i < baseline.size(); ++i) {
    if (!(baseline[i] > 0) || !(submission[i] > 0) || !std::isfinite(baseline[i] / submission[i]))
      throw std::invalid_argument("a time that is not above 0");
    ratios.push_back(baseline[i] / submission[i]);
  }
  return ratios;
}

interval bootstrap_interval(const std::vector<double>& values, std::uint64_t seed, int resamples) {
  if (values.empty() || resamples < 1)
    throw std::invalid_argument("an interval of nothing");
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  // The engine's numbers are the same everywhere; the standard's distributions are not.
  std::mt19937 engine(static_cast<std::mt19937::result_type>(seed ^ (seed >> 32)));
  std::vector<double> medians;
  medians.reserve(static_cast<std::size_t>(resamples));
  std::vector<unsigned> times(sorted.size());
  for (int i = 0; i < resamples; ++i) {
    std::fill(times.begin(), times.end(), 0U);
    for (std::size_t draw = 0; draw < sorted.size(); ++draw)
      ++times[(static_cast<std::uint64_t>(engine()) * sorted.size()) >> 32];
    medians.push_back(middle_of_counted(sorted, times));
  }
  std::sort(medians.begin(), medians.end());
  const auto quantile = [&](double q) {
    return medians[static_cast<std::size_t>(q * static_cast<double>(medians.size() - 1) + 0.5)];
  };
  return {quantile(0.025), quantile(0.975)};
}

decision decide(const interval& ratio, double threshold) {
  if (ratio.low >= threshold)
    return decision::above;
  return ratio.high < threshold ? decision::below : decision::astride;
}

} // namespace cudalab::grader
