// FAILS traffic.two_per_thread (uncoalesced) on both
// says: "global load sectors"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread takes two neighbours: its warp reads every second number, twice.
#include "parts/without_sum_two_per_thread.h"

__global__ void sum_two_per_thread_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * (2 * BLOCK) + 2 * tid;
  int sum = index < n ? d_in[index] : 0;
  if (index + 1 < n)
    sum += d_in[index + 1];
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
