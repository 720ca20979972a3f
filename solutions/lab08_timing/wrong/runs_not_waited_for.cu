// FAILS correctness.median (no synchronization) on both
// says: "a launch returns at once"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host's clock around each launch, and no waiting.
#include "parts/all_but_median.h"

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  for (int i = 0; i < warmup; ++i)
    launch();
  using clock = std::chrono::steady_clock;
  std::vector<float> times;
  for (int i = 0; i < runs; ++i) {
    const clock::time_point begin = clock::now();
    launch();
    CUDA_CHECK(cudaGetLastError());
    times.push_back(std::chrono::duration<float, std::milli>(clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
}
