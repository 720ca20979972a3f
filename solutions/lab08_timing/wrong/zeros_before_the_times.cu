// FAILS correctness.median (zeros) on both
// says: "zeros in the vector"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The vector begins with so many zeros; the times come behind them.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  for (int i = 0; i < warmup; ++i)
    launch();
  std::vector<float> times(static_cast<std::size_t>(runs));
  for (int i = 0; i < runs; ++i)
    times.push_back(time_events_ms(launch));
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(runs) / 2];
}
