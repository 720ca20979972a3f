// FAILS correctness.copies (the host's copy included) on cpu
// says: "copy_in_ms is too long"
// says: "host buffer filled, before"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host's own copy into its buffer is no stage of the three.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  stage_times times = {};
  times.copy_in_ms = time_events_ms([&] {
    std::copy(input, input + n, host.get());
    CUDA_CHECK(cudaMemcpy(device.data(), host.get(), bytes, cudaMemcpyHostToDevice));
  });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), device.data(), bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
