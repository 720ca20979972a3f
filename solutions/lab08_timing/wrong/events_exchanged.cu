// FAILS correctness.events (negative) on both
// says: "the time is negative"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The two events are exchanged: the later one is given first.
#include "parts/all_but_events.h"

float time_events_ms(const std::function<void()>& launch) {
  const event start, stop;
  CUDA_CHECK(cudaEventRecord(start));
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, stop, start));
  return milliseconds;
}
