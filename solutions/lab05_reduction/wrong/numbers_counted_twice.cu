// FAILS correctness.two_per_thread (numbers counted twice) on both
// says: "wrong|twice|2 times"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Blocks begin BLOCK numbers apart, and each takes 2 * BLOCK: they overlap.
#include "parts/without_sum_two_per_thread.h"

__global__ void sum_two_per_thread_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * BLOCK + tid;
  int sum = index < n ? d_in[index] : 0;
  if (index + BLOCK < n)
    sum += d_in[index + BLOCK];
  partial[tid] = sum;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(d_out, partial[0]);
}

void sum_two_per_thread(const int* d_in, int* d_out, int n) {
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
  if (n == 0)
    return;
  sum_two_per_thread_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
}
