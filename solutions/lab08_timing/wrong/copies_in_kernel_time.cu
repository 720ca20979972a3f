// FAILS correctness.stages (copies included) on both
// also: correctness.copies, correctness.errors
// says: "kernel_ms is longer than the kernel"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The time of the kernel is that of everything.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  times.kernel_ms = time_events_ms([&] {
    times.copy_in_ms = time_events_ms([&] { device.copy_from(host.get()); });
    launch(device.data());
    times.copy_out_ms = time_events_ms([&] { device.copy_to(host.get()); });
  });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
