// FAILS correctness.clock (wrong clock) on both
// also: correctness.synchronized, correctness.earlier_work
// says: "the clock stood still"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Synchronised as it should be, but clock() counts the processor's time: while the host sleeps it
// does not count.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  CUDA_CHECK(cudaDeviceSynchronize());
  const std::clock_t begin = std::clock();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return 1000.0f * static_cast<float>(std::clock() - begin) / CLOCKS_PER_SEC;
}
