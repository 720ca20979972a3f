// FAILS clean.stages (leak) on cpu
// says: "host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The pageable buffer is nobody's: no destructor, no delete[].
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  lab::device_buffer<float> device(size);
  float* pinned = nullptr;
  if (kind == host_memory::pinned)
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&pinned), bytes));
  const auto unpin = [](float* memory) { CUDA_CHECK_NOEXCEPT(cudaFreeHost(memory)); };
  const host_pointer owner(pinned, unpin);
  float* const host = kind == host_memory::pinned ? pinned : new float[size];
  std::copy(input, input + n, host);
  stage_times times = {};
  times.copy_in_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(device.data(), host, bytes, cudaMemcpyHostToDevice)); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host, device.data(), bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host, host + n, output);
  return times;
}
