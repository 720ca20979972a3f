// FAILS correctness.copies (allocation included) on both
// says: "copy_in_ms is too long"
// also: clean.stages
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Pinning memory takes longer than a copy, and belongs to none of the stages.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  float* host = nullptr;
  std::vector<float> pageable(size);
  stage_times times = {};
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  if (kind == host_memory::pinned)
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&host), device.bytes()));
  else
    host = pageable.data();
  std::copy(input, input + n, host);
  device.copy_from(host);
  times.copy_in_ms = std::chrono::duration<float, std::milli>(clock::now() - begin).count();
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms([&] { device.copy_to(host); });
  std::copy(host, host + n, output);
  if (kind == host_memory::pinned)
    CUDA_CHECK(cudaFreeHost(host));
  return times;
}
