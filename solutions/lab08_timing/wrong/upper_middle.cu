// FAILS correctness.median (even number) on both
// says: "upper one of the two"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// An even number of runs has two in the middle.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  for (int i = 0; i < warmup; ++i)
    launch();
  std::vector<float> times;
  for (int i = 0; i < runs; ++i)
    times.push_back(time_events_ms(launch));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
