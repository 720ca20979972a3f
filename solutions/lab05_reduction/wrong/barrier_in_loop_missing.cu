// FAILS clean.whole_blocks (race) on both
// also: correctness.whole_blocks, correctness.partial_block, correctness.any_block
// also: clean.any_block
// says: "partial"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A round begins before the sums of the round before are all there.
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
    count = half;
  }
  if (tid == 0)
    d_sums[blockIdx.x] = partial[0];
}

#include "parts/launch_block_sums.h"
