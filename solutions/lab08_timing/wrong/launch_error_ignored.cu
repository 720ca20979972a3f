// FAILS correctness.errors (unchecked launch) on both
// says: "the timer returned a time all the same"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// cudaDeviceSynchronize knows nothing of a launch that was refused: cudaGetLastError does.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}
