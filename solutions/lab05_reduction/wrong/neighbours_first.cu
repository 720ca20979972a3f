// FAILS traffic.tree (no warp rests) on both
// says: "whole warps have nothing to do"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Strides from small to large: right, and every warp works in every early round.
#include "parts/without_sum_tree.h"

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * BLOCK + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  for (int stride = 1; stride < BLOCK; stride *= 2) {
    if (tid % (2 * stride) == 0)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(d_out, partial[0]);
}

#include "parts/launch_sum_tree.h"
