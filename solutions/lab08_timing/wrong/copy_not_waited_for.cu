// FAILS correctness.copies (no synchronization) on both
// says: "next to nothing"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// cudaMemcpyAsync from pinned memory returns at once.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  CUDA_CHECK(cudaMemcpyAsync(device.data(), host.get(), device.bytes(), cudaMemcpyHostToDevice));
  times.copy_in_ms = std::chrono::duration<float, std::milli>(clock::now() - begin).count();
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms([&] { device.copy_to(host.get()); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
