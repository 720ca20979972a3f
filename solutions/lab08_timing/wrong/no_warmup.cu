// FAILS correctness.median (warm-up) on both
// says: "wrong number of times"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The first launch is a measured one.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  (void)warmup;
  std::vector<float> times;
  for (int i = 0; i < runs; ++i)
    times.push_back(time_events_ms(launch));
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
}
