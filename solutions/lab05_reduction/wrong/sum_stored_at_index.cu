// FAILS clean.whole_blocks (out of bounds) on both
// also: correctness.whole_blocks, correctness.partial_block, correctness.any_block
// also: clean.any_block
// says: "d_sums"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The sum goes to the index of the first number: there is one element a block only.
#include "parts/without_block_sums.h"

__global__ void block_sums_kernel(const int* d_in, int* d_sums, int n) {
  extern __shared__ int partial[];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * blockDim.x + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  for (int count = blockDim.x; count > 1;) {
    const int half = (count + 1) / 2;
    if (tid + half < count)
      partial[tid] += partial[tid + half];
    __syncthreads();
    count = half;
  }
  if (tid == 0)
    d_sums[index] = partial[0];
}

#include "parts/launch_block_sums.h"
