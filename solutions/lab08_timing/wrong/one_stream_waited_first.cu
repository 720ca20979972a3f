// FAILS correctness.earlier_work (one stream) on both
// says: "your first wait is for one stream only"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What another stream is doing goes on while the clock runs.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaStreamSynchronize(nullptr));
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}
