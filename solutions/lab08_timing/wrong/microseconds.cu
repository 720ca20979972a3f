// FAILS correctness.synchronized (unit) on both
// also: correctness.earlier_work, correctness.clock
// says: "these are microseconds"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A thousand times too much.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::micro>(clock::now() - begin).count();
}
