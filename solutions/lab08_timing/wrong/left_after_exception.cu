// FAILS clean.stages (leak) on cpu
// says: "leak"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Freed at the end, which an exception never gets to.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  float* d_data = nullptr;
  CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&d_data), bytes));
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  times.copy_in_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(d_data, host.get(), bytes, cudaMemcpyHostToDevice)); });
  times.kernel_ms = time_events_ms([&] { launch(d_data); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), d_data, bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  CUDA_CHECK(cudaFree(d_data));
  return times;
}
