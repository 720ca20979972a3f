// FAILS traffic.grid_stride (uncoalesced) on both
// also: speed.grid_stride
// says: "global load sectors"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread walks through its own part of the array: its neighbours are far away.
#include "parts/without_sum_grid_stride.h"

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int count = n / 4;
  const int first = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  int sum = 0;
  const int part = (count + threads - 1) / threads;
  for (int i = first * part; i < count && i < (first + 1) * part; ++i) {
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
