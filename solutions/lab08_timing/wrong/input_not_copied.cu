// FAILS clean.stages (uninitialised read) on both
// also: correctness.stages, correctness.copies
// says: "never written"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The kernel works on what happens to be in the device's memory.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  times.copy_in_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), input, device.bytes(), cudaMemcpyHostToHost)); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms([&] { device.copy_to(host.get()); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
