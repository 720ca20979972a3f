// FAILS correctness.median (index) on both
// says: "one place too far up"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Of six sorted times, 2 and 3 are in the middle, not 3 and 4.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  for (int i = 0; i < warmup; ++i)
    launch();
  std::vector<float> times;
  for (int i = 0; i < runs; ++i)
    times.push_back(time_events_ms(launch));
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle] : (times[middle] + times[middle + 1]) / 2;
}
