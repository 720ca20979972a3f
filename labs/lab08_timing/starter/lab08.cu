// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 08: how long does it take? Four ways to ask, and what each of them answers.
//
//   ./lab grade lab08     do your timers measure what they should?
//   ./lab run lab08       see what they measure
//   ./lab hint lab08      a little help, then a little more
//
// README.md explains the idea with pictures; lab08.h says what each function must do.
//
// Work through the TODOs in order: lab08.1 to lab08.4. The grader shows how far
// you are.
#include "lab08.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"

// ---- Given: an event that destroys itself ------------------------------------------------------

class event {
public:
  event() { CUDA_CHECK(cudaEventCreate(&handle_)); }
  ~event() { CUDA_CHECK_NOEXCEPT(cudaEventDestroy(handle_)); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  operator cudaEvent_t() const { return handle_; } // so that it can be passed to CUDA's functions

private:
  cudaEvent_t handle_ = nullptr;
};

// ---- 1. The host's clock ------------------------------------------------------------------------

float time_synchronized_ms(const std::function<void()>& launch) {
  // TODO(lab08.1): many programs measure like this, and get only the time of the
  // launch. Wait for the device before and after it; read a steady clock; ask CUDA
  // whether the launch was accepted (about 6 lines to change).
  const std::clock_t begin = std::clock();
  launch();
  const std::clock_t end = std::clock();
  return 1000.0f * static_cast<float>(end - begin) / CLOCKS_PER_SEC;
}

// ---- 2. The device's clock ----------------------------------------------------------------------

float time_events_ms(const std::function<void()>& launch) {
  // TODO(lab08.2): record an event before and one after, wait for the second, and
  // ask for the time between them (about 8 lines).
  launch();
  return 0.0f;
}

// ---- 3. Many runs -------------------------------------------------------------------------------

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  // TODO(lab08.3): warm up, measure each run by itself with one of your timers,
  // sort, and return the one in the middle (about 8 lines).
  (void)warmup;
  (void)runs;
  return time_events_ms(launch);
}

// ---- 4. The stages of a program -----------------------------------------------------------------

using host_pointer = std::unique_ptr<float, void (*)(float*)>; // with the function that frees it

/// A host buffer of `size` elements.
host_pointer allocate_host(std::size_t size, host_memory kind) {
  // TODO(lab08.4): pinned memory is allocated by cudaMallocHost and freed
  // by cudaFreeHost (about 5 lines).
  (void)kind;
  return {new float[size], [](float* memory) { delete[] memory; }};
}

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  stage_times times = {};
  // TODO(lab08.4): device memory, and a host buffer that is filled from input; the
  // three stages, each in a timer of yours; the result into output (about 10 lines).
  (void)input, (void)output, (void)bytes, (void)kind, (void)launch;
  return times;
}
