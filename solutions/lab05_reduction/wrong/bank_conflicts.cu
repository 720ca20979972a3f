// FAILS traffic.tree (bank conflicts) on both
// says: "bank conflicts"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The first threads add, but elements that lie 2, 4, 8, ... apart.
#include "parts/without_sum_tree.h"

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * BLOCK + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    const int at = 2 * stride * tid;
    if (at < BLOCK)
      partial[at] += partial[at + stride];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(d_out, partial[0]);
}

#include "parts/launch_sum_tree.h"
