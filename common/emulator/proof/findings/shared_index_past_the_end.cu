// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: shared memory: s_in[64]
// Says: indexes {here}
// Says: the index is 64; s_in has 64 elements, counted from 0: one element too far
// GPU: memcheck misses: what lies behind the array is another variable of shared memory
#include <cstdio>

__device__ float sums[64];

__global__ void sum_of_neighbours() {
  __shared__ float s_in[64], s_filter[64]; // alike: the line tells which
  const int tid = threadIdx.x;
  s_in[tid] = static_cast<float>(tid);
  s_filter[tid] = 1.0f;
  __syncthreads();
  sums[tid] = s_filter[tid] * s_in[tid + 1] + s_filter[0]; // @here
}

int main() {
  sum_of_neighbours<<<1, 64>>>();
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
