// FAILS correctness.earlier_work (work in flight) on both
// says: "under way before the call is in the time"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The clock starts while the device still works for somebody else.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return std::chrono::duration<float, std::milli>(clock::now() - begin).count();
}
