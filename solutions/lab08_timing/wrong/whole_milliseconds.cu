// FAILS correctness.synchronized (whole milliseconds) on both
// says: "whole milliseconds"
// also: correctness.earlier_work, correctness.clock
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// An integer of milliseconds: the digits after the point are lost.
#include "parts/all_but_synchronized.h"

float time_synchronized_ms(const std::function<void()>& launch) {
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto taken = clock::now() - begin;
  return static_cast<float>(std::chrono::duration_cast<std::chrono::milliseconds>(taken).count());
}
