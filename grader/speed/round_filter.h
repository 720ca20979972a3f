// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Rounds of a measurement: those in which the device was disturbed are thrown away and made again.
#pragma once

#include <utility>
#include <vector>

#include "grader/run/device_watch.h"

namespace cudalab::grader {

/// Too many rounds of a series had to be thrown away.
struct device_disturbed {};

/// How many more may be thrown away than are wanted.
inline constexpr int spare_rounds = 5;

class round_filter {
public:
  /// `watch` must outlive this.
  explicit round_filter(device_watch& watch) : watch_(watch) {}

  /// From now on as many rounds may be thrown away as are wanted, and spare_rounds.
  void begin_series(int wanted) { left_ = wanted + spare_rounds; }

  /// What the first undisturbed call of `round` returns. @throws device_disturbed
  template <class Round>
  auto undisturbed(const Round& round) {
    for (;;) {
      watch_.begin_round();
      auto seen = round();
      auto disturbed = watch_.end_round();
      if (!disturbed)
        return seen;
      discarded_.push_back(*std::move(disturbed));
      if (--left_ < 0)
        throw device_disturbed();
    }
  }

  /// One for each round that was thrown away.
  const std::vector<disturbance>& discarded() const { return discarded_; }

private:
  device_watch& watch_;
  int left_ = 0;
  std::vector<disturbance> discarded_;
};

} // namespace cudalab::grader
