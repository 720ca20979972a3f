// FAILS clean.two_per_thread (out of bounds) on both
// also: correctness.two_per_thread
// says: "d_in"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The first number is inside the array, so the second one is believed to be.
#include "parts/without_sum_two_per_thread.h"

__global__ void sum_two_per_thread_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * (2 * BLOCK) + tid;
  int sum = 0;
  if (index < n)
    sum = d_in[index] + d_in[index + BLOCK];
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

#include "parts/launch_sum_two_per_thread.h"
