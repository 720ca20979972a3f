// FAILS correctness.synchronized (nanoseconds) on both
// says: "these are nanoseconds"
// also: correctness.earlier_work, correctness.clock
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What g++'s steady_clock counts by itself.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return static_cast<float>((clock::now() - begin).count());
}
