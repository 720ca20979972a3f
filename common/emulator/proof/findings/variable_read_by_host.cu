// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_access
// Says: error: device memory used on the host, global memory: hits
// Says: the host reads it {here}
// Says: hits is a __device__ variable
// Says: cudaMemcpyFromSymbol(hits, ...)
// GPU: memcheck misses: the host reads a copy of its own, which is always 0
#include <cstdio>

__device__ int hits;

__global__ void hit() {
  atomicAdd(&hits, 1);
}

int main() {
  hit<<<4, 32>>>();
  cudaDeviceSynchronize();
  const int seen = hits; // @here
  return seen < 0;
}
