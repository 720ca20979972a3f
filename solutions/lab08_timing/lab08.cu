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
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab08.1 to lab08.4. The grader shows how far
// STARTER: // you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab08.1): many programs measure like this, and get only the time of the
  // STARTER: // launch. Wait for the device before and after it; read a steady clock; ask CUDA
  // STARTER: // whether the launch was accepted (about 6 lines to change).
  // STARTER: const std::clock_t begin = std::clock();
  // STARTER: launch();
  // STARTER: const std::clock_t end = std::clock();
  // STARTER: return 1000.0f * static_cast<float>(end - begin) / CLOCKS_PER_SEC;
  using clock = std::chrono::steady_clock;
  CUDA_CHECK(cudaDeviceSynchronize()); // what was under way before is not to be measured
  const clock::time_point begin = clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  const clock::time_point end = clock::now();
  return std::chrono::duration<float, std::milli>(end - begin).count();
  // END SOLUTION
}

// ---- 2. The device's clock ----------------------------------------------------------------------

float time_events_ms(const std::function<void()>& launch) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab08.2): record an event before and one after, wait for the second, and
  // STARTER: // ask for the time between them (about 8 lines).
  // STARTER: launch();
  // STARTER: return 0.0f;
  const event start, stop;
  CUDA_CHECK(cudaEventRecord(start));
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop)); // the call above only asks for the mark
  float milliseconds = 0.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds;
  // END SOLUTION
}

// ---- 3. Many runs -------------------------------------------------------------------------------

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab08.3): warm up, measure each run by itself with one of your timers,
  // STARTER: // sort, and return the one in the middle (about 8 lines).
  // STARTER: (void)warmup;
  // STARTER: (void)runs;
  // STARTER: return time_events_ms(launch);
  for (int i = 0; i < warmup; ++i)
    launch();
  std::vector<float> times;
  for (int i = 0; i < runs; ++i)
    times.push_back(time_events_ms(launch));
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  // END SOLUTION
}

// ---- 4. The stages of a program -----------------------------------------------------------------

using host_pointer = std::unique_ptr<float, void (*)(float*)>; // with the function that frees it

/// A host buffer of `size` elements.
host_pointer allocate_host(std::size_t size, host_memory kind) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab08.4): pinned memory is allocated by cudaMallocHost and freed
  // STARTER: // by cudaFreeHost (about 5 lines).
  // STARTER: (void)kind;
  if (kind == host_memory::pinned) {
    float* pinned = nullptr;
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&pinned), size * sizeof(float)));
    return {pinned, [](float* memory) { CUDA_CHECK_NOEXCEPT(cudaFreeHost(memory)); }};
  }
  // END SOLUTION
  return {new float[size], [](float* memory) { delete[] memory; }};
}

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  stage_times times = {};
  // BEGIN SOLUTION
  // STARTER: // TODO(lab08.4): device memory, and a host buffer that is filled from input; the
  // STARTER: // three stages, each in a timer of yours; the result into output (about 10 lines).
  // STARTER: (void)input, (void)output, (void)bytes, (void)kind, (void)launch;
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  times.copy_in_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(device.data(), host.get(), bytes, cudaMemcpyHostToDevice)); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), device.data(), bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  // END SOLUTION
  return times;
}
