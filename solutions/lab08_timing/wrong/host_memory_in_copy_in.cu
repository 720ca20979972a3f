// FAILS correctness.copies (allocation included) on cpu
// says: "copy_in_ms is too long"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host buffer is made and filled in the first stage's time.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  lab::device_buffer<float> device(size);
  host_pointer host(nullptr, [](float*) {});
  stage_times times = {};
  times.copy_in_ms = time_events_ms([&] {
    host = allocate_host(size, kind);
    std::copy(input, input + n, host.get());
    CUDA_CHECK(cudaMemcpy(device.data(), host.get(), bytes, cudaMemcpyHostToDevice));
  });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), device.data(), bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
