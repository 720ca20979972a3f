// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: trap
// Says: error: trap (kernel divide)
// Says: thread (7,0) of block (0,0) stops {here}
// Says: __trap() ends the launch: later calls fail with cudaErrorLaunchFailure
// Prints: cudaErrorLaunchFailure
// GPU: memcheck finds
#include <cstdio>

__global__ void divide(int* a, int by) {
  const int i = threadIdx.x;
  if (by == i)
    __trap(); // @here
  a[i] = 100 / (by - i);
}

int main() {
  int* a = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  divide<<<1, 32>>>(a, 7);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a);
}
