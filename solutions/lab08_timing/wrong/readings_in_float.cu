// FAILS correctness.synchronized (readings rounded) on cpu
// says: "float has no digits left"
// also: correctness.earlier_work, correctness.clock
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A float holds the time since the computer's start: after 12 days its steps are 64 ms.
#include "parts/all_but_synchronized.h"

float now_ms() {
  const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<float, std::milli>(since_start).count();
}

float time_synchronized_ms(const std::function<void()>& launch) {
  CUDA_CHECK(cudaDeviceSynchronize());
  const float begin = now_ms();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  return now_ms() - begin;
}
