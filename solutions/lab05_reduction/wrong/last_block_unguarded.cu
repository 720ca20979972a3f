// FAILS clean.any_block (out of bounds) on both
// also: correctness.partial_block, correctness.any_block
// says: "d_in"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Threads behind the last number load all the same.
#include "parts/without_block_sums.h"

__global__ void block_sums_kernel(const int* d_in, int* d_sums, int n) {
  extern __shared__ int partial[];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * blockDim.x + tid;
  partial[tid] = d_in[index];
  __syncthreads();
  for (int count = blockDim.x; count > 1;) {
    const int half = (count + 1) / 2;
    if (tid + half < count)
      partial[tid] += partial[tid + half];
    __syncthreads();
    count = half;
  }
  if (tid == 0)
    d_sums[blockIdx.x] = partial[0];
}

#include "parts/launch_block_sums.h"
