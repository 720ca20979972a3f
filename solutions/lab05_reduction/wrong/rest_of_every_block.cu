// FAILS correctness.grid_stride (numbers counted twice) on both
// says: "every block adds them"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Every block adds the numbers that are left over.
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
  const int rest = threadIdx.x;
  if (rest < n - 4 * count)
    sum += d_in[4 * count + rest];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
}

#include "parts/launch_sum_grid_stride.h"
