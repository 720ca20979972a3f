// FAILS correctness.copies (allocation included) on cpu
// says: "copy_in_ms is too long"
// says: "Memory is allocated"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The allocation on the device is in the time of the first stage, with both kinds of memory.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  float* d_data = nullptr;
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  times.copy_in_ms = time_events_ms([&] {
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&d_data), bytes));
    CUDA_CHECK(cudaMemcpy(d_data, host.get(), bytes, cudaMemcpyHostToDevice));
  });
  const std::unique_ptr<float, cudaError_t (*)(float*)> device(
      d_data, [](float* memory) { return cudaFree(memory); });
  times.kernel_ms = time_events_ms([&] { launch(d_data); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), d_data, bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
