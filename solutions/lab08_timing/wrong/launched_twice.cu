// FAILS correctness.synchronized (launched twice) on both
// also: correctness.earlier_work, correctness.clock
// says: "more than once"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A warm-up that nobody asked for.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  launch();
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}
