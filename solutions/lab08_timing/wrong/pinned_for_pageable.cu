// FAILS correctness.copies (pinned memory) on both
// says: "as fast as those of pinned memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Always the fast kind: the comparison shows nothing.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  (void)kind;
  const host_pointer host = allocate_host(size, host_memory::pinned);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  times.copy_in_ms = time_events_ms([&] { device.copy_from(host.get()); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms([&] { device.copy_to(host.get()); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
