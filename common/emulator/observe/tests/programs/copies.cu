// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Asynchronous copies of 4 and of 16 bytes, whose addresses would allow larger pieces. With an
// argument: of 16 bytes, all, some or none of which are zeros. Prints the traffic.
#include <cstdio>

#include <cuda_pipeline.h>

#include "emulator/emulator.h"

__global__ void copy_kernel(const float* from, float* to) {
  __shared__ alignas(16) float small[4 * 32], large[4 * 32];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&small[4 * t], &from[4 * t], 4);
  __pipeline_memcpy_async(&large[4 * t], &from[4 * t], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[t] = small[4 * t] + large[4 * t];
}

__global__ void copy_or_zero_kernel(const float* from, float* to) {
  __shared__ alignas(16) float copied[4 * 32];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&copied[4 * t], &from[4 * t], 16, t % 3 * 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  to[t] = copied[4 * t + 3];
}

int main(int count, char**) {
  float *from, *to;
  cudaMalloc(&from, 4 * 32 * sizeof(float));
  cudaMalloc(&to, 32 * sizeof(float));
  cudaMemset(from, 0, 4 * 32 * sizeof(float));
  cudalab::emulator::observe(cudalab::emulator::observation::traffic);
  if (count > 1)
    copy_or_zero_kernel<<<1, 32>>>(from, to);
  else
    copy_kernel<<<1, 32>>>(from, to);
  cudaDeviceSynchronize();
  std::puts(cudalab::emulator::take_traffic().c_str());
}
