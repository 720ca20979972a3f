// FAILS correctness.stages (input missing) on cpu
// says: "the host buffer was never filled from input"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What is copied to the device is whatever was in the new buffer.
#include "parts/all_but_stages.h"

stage_times time_stages(const float*, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  stage_times times = {};
  times.copy_in_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(device.data(), host.get(), bytes, cudaMemcpyHostToDevice)); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), device.data(), bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
