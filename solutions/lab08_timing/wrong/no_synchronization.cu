// FAILS correctness.synchronized (no synchronization) on both
// also: correctness.earlier_work, correctness.clock
// says: "a launch returns at once"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The clock is read while the kernel runs.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}
