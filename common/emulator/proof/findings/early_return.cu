// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: barrier_divergence
// Prints: cudaSuccess
// Says: error: not every thread reaches the same barrier
// Says: waits {barrier}
// Says: 100 threads wait at __syncthreads() in line 20; 28 threads returned at line 17
// Says: do not return in line 17
// GPU: synccheck misses: a return before a barrier is let through
#include <cstdio>

__global__ void reverse(float* a, int n) {
  __shared__ float tile[128];
  const int i = threadIdx.x;
  if (i >= n)
    return;

  tile[i] = a[i];
  __syncthreads(); // @barrier
  a[i] = tile[n - 1 - i];
}

int main() {
  float* a = nullptr;
  if (cudaMalloc(&a, 128 * sizeof(float)) != cudaSuccess ||
      cudaMemset(a, 0, 128 * sizeof(float)) != cudaSuccess)
    return 1;
  reverse<<<1, 128>>>(a, 100);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return cudaFree(a) == cudaSuccess ? 0 : 1;
}
