// FAILS traffic.grid_stride (too many threads) on both
// also: speed.grid_stride
// says: "too many threads"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A thread for each int4: wide loads, and as many blocks as that takes.
#include "parts/without_sum_grid_stride.h"

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int count = n / 4;
  const int first = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  int sum = 0;
  for (int i = first; i < count; i += threads) {
    const int4 v = vectors[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (first < n - 4 * count)
    sum += d_in[4 * count + first];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
}

void sum_grid_stride(const int* d_in, int* d_out, int n) {
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
  if (n == 0)
    return;
  sum_grid_stride_kernel<<<(n + 4 * BLOCK - 1) / (4 * BLOCK), BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
