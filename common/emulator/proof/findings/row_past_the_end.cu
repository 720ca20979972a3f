// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: indexes {here}
// Says: the index is 16; grid has 16 rows, counted from 0: one row too far
// GPU: memcheck misses: what lies behind the array may be another variable
#include <cstdio>

__device__ float grid[16][16];
__device__ float sums[256];

__global__ void sum_below() {
  const int x = threadIdx.x, y = threadIdx.y;
  sums[16 * y + x] = grid[y][x] + grid[y + 1][x]; // @here
}

int main() {
  sum_below<<<1, dim3(16, 16)>>>();
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
