// FAILS correctness.stages (too little memory) on cpu
// says: "bytes are copied, and only"
// also: correctness.copies, clean.stages
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// cudaMallocHost counts bytes, not elements.
#include "parts/all_but_stages.h"

stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch) {
  const std::size_t size = static_cast<std::size_t>(n), bytes = size * sizeof(float);
  lab::device_buffer<float> device(size);
  float* pinned = nullptr;
  if (kind == host_memory::pinned)
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&pinned), size));
  const auto unpin = [](float* memory) { CUDA_CHECK_NOEXCEPT(cudaFreeHost(memory)); };
  const host_pointer host =
      kind == host_memory::pinned ? host_pointer(pinned, unpin) : allocate_host(size, kind);
  std::copy(input, input + (kind == host_memory::pinned ? n / 4 : n), host.get());
  stage_times times = {};
  times.copy_in_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(device.data(), host.get(), bytes, cudaMemcpyHostToDevice)); });
  times.kernel_ms = time_events_ms([&] { launch(device.data()); });
  times.copy_out_ms = time_events_ms(
      [&] { CUDA_CHECK(cudaMemcpy(host.get(), device.data(), bytes, cudaMemcpyDeviceToHost)); });
  std::copy(host.get(), host.get() + n, output);
  return times;
}
