// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: barrier_divergence
// Says: thread (20,0) of block (0,0) waits {all}
// Says: 20 threads wait at __syncthreads() in line 21; 12 threads wait at the one in line 18
// Says: move the one in line 21 out of the `if` or loop that only some threads enter
// GPU: synccheck finds
#include <cuda_runtime.h>

constexpr int n = 20;

__global__ void sums(float* out) {
  __shared__ float tile[32];
  float sum = 0;
  for (int round = 0; round < 3; ++round) {
    tile[threadIdx.x] = round;
    __syncthreads(); // @all
    if (threadIdx.x < n) {
      sum += tile[31 - threadIdx.x];
      __syncthreads(); // @some
    }
  }
  if (threadIdx.x < n)
    out[threadIdx.x] = sum;
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, n * sizeof(float));
  sums<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaGetLastError();
}
