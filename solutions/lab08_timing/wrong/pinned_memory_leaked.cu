// FAILS clean.stages (leak) on cpu
// says: "leak"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Pinned memory is taken from the whole computer, and never given back.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  std::vector<float> pageable(size);
  float* host = pageable.data();
  if (kind == host_memory::pinned)
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&host), size * sizeof(float)));
  std::copy(input, input + n, host);
  stage_times times = {};
  times.copy_in_ms = time_events_ms([&] { device.copy_from(host); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms([&] { device.copy_to(host); });
  std::copy(host, host + n, output);
  return times;
}
