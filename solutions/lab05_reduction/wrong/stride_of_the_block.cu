// FAILS correctness.grid_stride (numbers counted twice) on both
// says: "the step of the loop is a block's"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Threads go on by the size of a block: all blocks walk over the same numbers.
#include "parts/without_sum_grid_stride.h"

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int count = n / 4;
  const int first = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = BLOCK;
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

#include "parts/launch_sum_grid_stride.h"
