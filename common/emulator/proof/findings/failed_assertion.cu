// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: failed_assertion
// Says: error: failed assertion (kernel root)
// Says: thread (5,0) of block (0,0) asserts {here}
// Says: `a[i] >= 0` does not hold; the launch ends with cudaErrorAssert
// Says: Assertion `a[i] >= 0` failed.
// Prints: cudaErrorAssert
// GPU: memcheck finds
#include <cassert>
#include <cstdio>

__global__ void root(float* a) {
  const int i = threadIdx.x;
  assert(a[i] >= 0); // @here
  a[i] = sqrtf(a[i]);
}

int main() {
  float start[32] = {}, *a = nullptr;
  start[5] = -1;
  cudaMalloc(&a, sizeof start);
  cudaMemcpy(a, start, sizeof start, cudaMemcpyHostToDevice);
  root<<<1, 32>>>(a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a);
}
