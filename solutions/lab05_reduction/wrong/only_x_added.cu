// FAILS correctness.grid_stride (numbers lost) on both
// says: "y, z, w not"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Of each int4 only the first number is added.
#include "parts/without_sum_grid_stride.h"

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int count = n / 4;
  const int first = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  int sum = 0;
  for (int i = first; i < count; i += threads) {
    const int4 v = vectors[i];
    sum += v.x;
  }
  if (first < n - 4 * count)
    sum += d_in[4 * count + first];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
}

#include "parts/launch_sum_grid_stride.h"
