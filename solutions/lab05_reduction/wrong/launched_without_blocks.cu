// FAILS correctness.tree (invalid launch) on both
// says: "cudaErrorInvalid"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// For no numbers a grid of no blocks is launched.
#include "parts/without_sum_tree.h"

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * BLOCK + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(d_out, partial[0]);
}

void sum_tree(const int* d_in, int* d_out, int n) {
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
  sum_tree_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
