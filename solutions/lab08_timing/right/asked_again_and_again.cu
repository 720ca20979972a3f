// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Another right answer: no call that waits. The host asks an event whether the device has got
// there.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>

#include "lab/cuda_check.h"
#include "lab08.h"

namespace {

struct mark {
  mark() { CUDA_CHECK(cudaEventCreate(&event)); }
  ~mark() { CUDA_CHECK_NOEXCEPT(cudaEventDestroy(event)); }
  mark(const mark&) = delete;
  mark& operator=(const mark&) = delete;

  void record() { CUDA_CHECK(cudaEventRecord(event)); }
  void wait() const {
    cudaError_t state = cudaErrorNotReady;
    while (state == cudaErrorNotReady)
      state = cudaEventQuery(event);
    CUDA_CHECK(state);
  }

  cudaEvent_t event = nullptr;
};

float time_on_device(const std::function<void()>& work) {
  mark start, stop;
  start.record();
  work();
  CUDA_CHECK(cudaGetLastError());
  stop.record();
  stop.wait();
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start.event, stop.event));
  return milliseconds;
}

} // namespace

float time_synchronized_ms(const std::function<void()>& launch) {
  using seconds = std::chrono::duration<double>;
  CUDA_CHECK(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize()); // events mark one stream; this is about all of them
  return static_cast<float>(1000 * seconds(std::chrono::steady_clock::now() - begin).count());
}

float time_events_ms(const std::function<void()>& launch) {
  return time_on_device(launch);
}

float time_median_ms(const std::function<void()>& launch, int warmup, int runs) {
  std::multiset<float> times;
  for (int i = 0; i < warmup + runs; ++i) {
    const float time = time_on_device(launch);
    if (i >= warmup)
      times.insert(time);
  }
  const auto lower = std::next(times.begin(), (runs - 1) / 2);
  return (*lower + *std::next(times.begin(), runs / 2)) / 2;
}

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(float);
  float *host = nullptr, *device = nullptr;
  const bool pinned = kind == host_memory::pinned;
  const auto give_back = [&] {
    CUDA_CHECK_NOEXCEPT(cudaFree(device));
    if (pinned)
      CUDA_CHECK_NOEXCEPT(cudaFreeHost(host));
    else
      std::free(host);
  };
  if (pinned)
    CUDA_CHECK(cudaHostAlloc(reinterpret_cast<void**>(&host), bytes, cudaHostAllocDefault));
  else
    host = static_cast<float*>(std::malloc(bytes));
  CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&device), bytes));
  std::copy(input, input + n, host);
  const auto copy = [&](void* to, const void* from, cudaMemcpyKind direction) {
    return time_on_device([&] { CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, direction)); });
  };
  stage_times times = {};
  try {
    times.copy_in_ms = copy(device, host, cudaMemcpyHostToDevice);
    times.kernel_ms = time_on_device([&] { launch(device); });
    times.copy_out_ms = copy(host, device, cudaMemcpyDeviceToHost);
  } catch (...) { // launch() may throw
    give_back();
    throw;
  }
  std::copy(host, host + n, output);
  give_back();
  return times;
}
