// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Time on the device, by a pair of CUDA events.
#pragma once

#include "worker/cuda_failure.h"

namespace cudalab::worker {

class stopwatch {
public:
  /// @throws cuda_failure, as all of it does
  stopwatch() {
    require(cudaEventCreate(&start_), "making an event");
    require(cudaEventCreate(&stop_), "making an event");
  }
  ~stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;

  void start() { require(cudaEventRecord(start_, 0), "starting the clock"); }
  /// Waits for the work since start(). Milliseconds.
  double stop() {
    require(cudaEventRecord(stop_, 0), "stopping the clock");
    require(cudaEventSynchronize(stop_), "waiting for the timed work");
    float milliseconds = 0;
    require(cudaEventElapsedTime(&milliseconds, start_, stop_), "reading the clock");
    return static_cast<double>(milliseconds);
  }

private:
  cudaEvent_t start_{}, stop_{};
};

} // namespace cudalab::worker
