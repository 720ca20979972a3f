// FAILS correctness.stages (no synchronization) on both
// also: correctness.copies
// says: "a launch returns at once|Is the kernel waited for?"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The kernel's time falls into the copy after it, which waits for it.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n);
  lab::device_buffer<float> device(size);
  const host_pointer host = allocate_host(size, kind);
  std::copy(input, input + n, host.get());
  stage_times times = {};
  times.copy_in_ms = time_events_ms([&] { device.copy_from(host.get()); });
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  launch(device.data());
  CUDA_CHECK(cudaGetLastError());
  times.kernel_ms = std::chrono::duration<float, std::milli>(clock::now() - begin).count();
  const clock::time_point middle = clock::now();
  device.copy_to(host.get());
  times.copy_out_ms = std::chrono::duration<float, std::milli>(clock::now() - middle).count();
  std::copy(host.get(), host.get() + n, output);
  return times;
}
