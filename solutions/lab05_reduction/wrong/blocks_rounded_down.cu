// FAILS correctness.partial_block (last block missing) on both
// also: correctness.any_block, clean.any_block
// says: "cudaErrorInvalid|unwritten|never written"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The number of blocks is rounded down: the last, partial block has no threads.
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
    d_sums[blockIdx.x] = partial[0];
}

void block_sums(const int* d_in, int* d_sums, int n, int block_size) {
  const int blocks = n / block_size;
  block_sums_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(d_in, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
}
