// FAILS clean.shuffle (out of bounds) on both
// also: traffic.shuffle
// also: correctness.shuffle
// says: "warp_totals"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// All 32 lanes read a sum, and there are only BLOCK / 32.
#include "parts/without_sum_shuffle.h"

__device__ int warp_total(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(ALL_LANES, value, distance);
  return value;
}

__device__ int block_total(int value) {
  __shared__ int warp_totals[BLOCK / 32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  value = warp_total(value);
  if (lane == 0)
    warp_totals[warp] = value;
  __syncthreads();
  if (warp == 0)
    value = warp_total(warp_totals[lane]);
  return value;
}

__global__ void sum_shuffle_kernel(const int* d_in, int* d_out, int n) {
  const int index = blockIdx.x * (2 * BLOCK) + threadIdx.x;
  int sum = index < n ? d_in[index] : 0;
  if (index + BLOCK < n)
    sum += d_in[index + BLOCK];
  sum = block_total(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
}

#include "parts/launch_sum_shuffle.h"
