// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: {here}
// GPU: racecheck misses: it watches shared memory only

// An operator on an element of an array is a read and a write of the line that it stands in.
#include <cuda_fp16.h>

__global__ void sum(half* total, const half* from) {
  *total += from[threadIdx.x]; // @here
}

int main() {
  half *total, *from;
  cudaMalloc(&total, sizeof(half));
  cudaMalloc(&from, 64 * sizeof(half));
  cudaMemset(total, 0, sizeof(half));
  cudaMemset(from, 0, 64 * sizeof(half));
  sum<<<1, 64>>>(total, from);
  cudaDeviceSynchronize();
  cudaFree(total);
  cudaFree(from);
}
