// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: shared memory: partial[64]
// Says: indexes {here}
// Says: the index is 64, the thread's own; partial has 64 elements, and the block has 128 threads
// Says: is each thread to have an element of its own there? Then make the array as long as a block may have threads
// GPU: memcheck misses: what lies behind the array is another variable of shared memory
#include <cstdio>

__device__ float sums[2];

__global__ void sum_of_block() {
  __shared__ float partial[64], factors[64];
  const int tid = threadIdx.x;
  partial[tid] = static_cast<float>(tid); // @here
  if (tid < 64)
    factors[tid] = 1.0f;
  __syncthreads();
  if (tid < 2)
    sums[tid] = partial[tid] * factors[tid];
}

int main() {
  sum_of_block<<<1, 128>>>();
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
