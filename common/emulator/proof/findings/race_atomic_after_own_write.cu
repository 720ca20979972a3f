// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on shared memory: counter
// Says: {here}
// GPU: racecheck finds

#include <cuda_runtime.h>

__global__ void count(int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0)
    counter = 0; // @here
  atomicAdd(&counter, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    out[0] = counter;
}

int main() {
  int* d_out = nullptr;
  cudaMalloc(&d_out, sizeof(int));
  count<<<1, 64>>>(d_out);
  cudaDeviceSynchronize();
  cudaFree(d_out);
}
