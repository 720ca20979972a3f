// FAILS correctness.synchronized (no synchronization) on both
// also: correctness.earlier_work, correctness.clock
// says: "a launch returns at once"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The classroom program: clock() before and after.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  const std::clock_t begin = std::clock();
  launch();
  CUDA_CHECK(cudaGetLastError());
  return 1000.0f * static_cast<float>(std::clock() - begin) / CLOCKS_PER_SEC;
}
