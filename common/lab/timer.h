// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// event_timer: how long the device worked, measured by the device.
#pragma once

#include "lab/cuda_check.h"

namespace lab {

/// Two CUDA events around some work. A clock of the host would measure how long it takes to hand
/// the work over, because a launch does not wait for its kernel.
class event_timer {
public:
  event_timer() {
    CUDA_CHECK(cudaEventCreate(&start_));
    const cudaError_t second = cudaEventCreate(&stop_);
    if (second != cudaSuccess) // no destructor runs when a constructor throws
      CUDA_CHECK_NOEXCEPT(cudaEventDestroy(start_));
    CUDA_CHECK(second);
  }
  ~event_timer() {
    CUDA_CHECK_NOEXCEPT(cudaEventDestroy(start_));
    CUDA_CHECK_NOEXCEPT(cudaEventDestroy(stop_));
  }
  event_timer(const event_timer&) = delete;
  event_timer& operator=(const event_timer&) = delete;

  /// Work handed to `stream` from now on is timed.
  void start(cudaStream_t stream = nullptr) { CUDA_CHECK(cudaEventRecord(start_, stream)); }

  /// Waits until the timed work has ended. @return milliseconds since start()
  float stop(cudaStream_t stream = nullptr) {
    CUDA_CHECK(cudaEventRecord(stop_, stream));
    CUDA_CHECK(cudaEventSynchronize(stop_));
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds;
  }

private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

} // namespace lab
