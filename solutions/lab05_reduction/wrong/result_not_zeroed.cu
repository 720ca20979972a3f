// FAILS correctness.tree (result not set to 0) on both
// also: clean.tree
// says: "too small by 1"
// says: "Set *d_out to 0 before the launch"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Blocks add to whatever *d_out held before the call.
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
  if (n == 0) {
    CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
    return;
  }
  sum_tree_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
