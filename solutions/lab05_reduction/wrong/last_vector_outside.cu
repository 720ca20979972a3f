// FAILS clean.grid_stride (out of bounds) on both
// also: correctness.grid_stride
// says: "bytes 0 to 15 of d_in"
// says: "count how many whole groups there are"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The number of int4 is rounded up: the last one reaches past the end.
#include "parts/without_sum_grid_stride.h"

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int count = (n + 3) / 4;
  const int first = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  int sum = 0;
  for (int i = first; i < count; i += threads) {
    const int4 v = vectors[i];
    sum += v.x + v.y + v.z + v.w;
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
}

#include "parts/launch_sum_grid_stride.h"
