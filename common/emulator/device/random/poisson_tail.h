// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Poisson numbers of a middling mean by rejection, in cuRAND's way and with its constants, so that
/// the same uniform numbers give the same results.
#pragma once

#include <cmath>

namespace cudalab::emulator {

/// The distribution function of the Poisson distribution is an incomplete gamma function; it is
/// taken for 1 / (1 + exp(slope * (mean - x) - shift))^2, which is easily inverted.
class poisson_tail {
public:
  explicit poisson_tail(float mean)
      : mean_(mean), logarithm_(std::log(mean)),
        slope_(1.43248035075540910f / std::sqrt(mean - 0.12400979329415655f) +
               0.00025361074907033f),
        shift_(0.21096734870196546f / std::sqrt(mean - 1.97381164089999420f) +
               0.94201734077887530f) {}

  /// The whole number below which the share `y` of all lies.
  float candidate(float y) const {
    const float root = 1 / std::sqrt(y) - 1;
    return std::floor(-(shift_ + std::log(root)) * (1 / slope_) + mean_);
  }

  /// @param z uniform in (0, 1]
  bool accepts(float x, float z) const {
    const float guessed = (share_below(x + 1) - share_below(x)) * 1.3f;
    const auto true_share = std::exp(-mean_ + x * logarithm_ -
                                     static_cast<float>(std::lgamma(static_cast<double>(1 + x))));
    return z * guessed < true_share && guessed >= 1e-20f;
  }

private:
  float share_below(float x) const {
    const float t = 1 + std::exp(slope_ * (mean_ - x) - shift_);
    return 1 / (t * t);
  }

  float mean_, logarithm_, slope_, shift_;
};

} // namespace cudalab::emulator
