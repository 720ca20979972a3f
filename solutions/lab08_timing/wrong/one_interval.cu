// FAILS correctness.median (mean) on both
// says: "this is the mean"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// All runs in one interval, divided by their number.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  for (int i = 0; i < warmup; ++i)
    launch();
  const float all = time_events_ms([&] {
    for (int i = 0; i < runs; ++i)
      launch();
  });
  return all / static_cast<float>(runs);
}
