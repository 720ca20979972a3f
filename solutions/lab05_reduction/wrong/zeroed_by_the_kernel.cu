// FAILS clean.tree (race) on both
// also: correctness.tree
// says: "d_out"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The first block sets the sum to 0 while others may have added already.
#include "parts/without_sum_tree.h"

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * BLOCK + tid;
  if (index == 0)
    *d_out = 0;
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
  const int blocks = std::max(1, (n + BLOCK - 1) / BLOCK);
  sum_tree_kernel<<<blocks, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
