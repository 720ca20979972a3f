// FAILS correctness.median (mean) on both
// says: "this is the mean"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One slow run among many moves the mean.
#include <numeric>

#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  for (int i = 0; i < warmup; ++i)
    launch();
  std::vector<float> times;
  for (int i = 0; i < runs; ++i)
    times.push_back(time_events_ms(launch));
  return std::accumulate(times.begin(), times.end(), 0.0f) / static_cast<float>(times.size());
}
