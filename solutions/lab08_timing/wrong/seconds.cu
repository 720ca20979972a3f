// FAILS correctness.synchronized (seconds) on both
// says: "these are seconds"
// also: correctness.earlier_work, correctness.clock
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// std::chrono::duration<float> counts seconds.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float>(clock::now() - begin).count();
}
