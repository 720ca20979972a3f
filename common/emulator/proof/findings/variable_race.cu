// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: error: race on global memory: total
// Says: {here}
// GPU: racecheck misses: it sees shared memory only
#include <cstdio>

__device__ int total;

__global__ void count() {
  total = total + 1; // @here
}

int main() {
  count<<<2, 64>>>();
  cudaDeviceSynchronize();
  return 0;
}
