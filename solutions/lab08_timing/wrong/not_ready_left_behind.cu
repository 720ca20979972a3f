// FAILS correctness.events (error left behind) on both
// says: "stays CUDA's last error until cudaGetLastError()"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Asking an event is no error, but CUDA notes "not ready" as one: who checks the last error next
// finds it.
#include "parts/all_but_events.h"

float time_events_ms(const std::function<void()>& launch) {
  const event start, stop;
  CUDA_CHECK(cudaEventRecord(start));
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  while (cudaEventQuery(stop) == cudaErrorNotReady) {
  }
  float milliseconds = 0.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds;
}
