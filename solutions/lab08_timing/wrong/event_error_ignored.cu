// FAILS correctness.events (event not ready) on both
// also: correctness.errors
// says: "no time lies between the events"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Nobody waits for the second event, and nobody looks at the error that CUDA gives.
#include "parts/all_but_events.h"

float time_events_ms(const std::function<void()>& launch) {
  cudaEvent_t start = nullptr, stop = nullptr;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  CUDA_CHECK(cudaEventRecord(start));
  launch();
  CUDA_CHECK(cudaEventRecord(stop));
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaGetLastError();
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  return milliseconds;
}
