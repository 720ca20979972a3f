// FAILS correctness.synchronized (no synchronization) on both
// also: correctness.earlier_work, correctness.clock
// says: "a launch returns at once"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A barrier in a kernel: threads of a block wait for each other there. The host waits for nobody.
#include "parts/all_but_synchronized.h"

__global__ void wait_for_all() {
  __syncthreads();
}

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  wait_for_all<<<1, 32>>>();
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  wait_for_all<<<1, 32>>>();
  CUDA_CHECK(cudaGetLastError());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}
