// FAILS correctness.events (not ready) on both
// says: "cudaEventSynchronize(stop)"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Nobody waits for the second event, and nobody looks at the error that says so.
#include "parts/all_but_events.h"

float time_events_ms(const std::function<void()>& launch) {
  const event start, stop;
  CUDA_CHECK(cudaEventRecord(start));
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  float milliseconds = 0.0f;
  cudaEventElapsedTime(&milliseconds, start, stop);
  return milliseconds;
}
