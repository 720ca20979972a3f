// FAILS correctness.any_block (numbers lost) on both
// says: "never added"
// says: "Write down the strides"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Half of 3 is 1: the third number is lost.
#include "parts/without_block_sums.h"

__global__ void block_sums_kernel(const int* d_in, int* d_sums, int n) {
  extern __shared__ int partial[];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * blockDim.x + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (tid < stride)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    d_sums[blockIdx.x] = partial[0];
}

#include "parts/launch_block_sums.h"
