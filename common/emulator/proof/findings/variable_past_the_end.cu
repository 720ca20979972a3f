// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: error: access outside of its bounds, global memory: results[8]
// Says: writes it {here}
// Says: just past the end of results (32 bytes)
// GPU: memcheck finds
#include <cstdio>

__device__ int results[8];

__device__ void put(int* where, int i) {
  where[i] = i; // @here
}

__global__ void fill(int n) {
  const int i = threadIdx.x;
  if (i <= n)
    put(results, i);
}

int main() {
  fill<<<1, 32>>>(8);
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
