// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: stack_overflow
// Says: error: stack overflow (kernel count_down)
// Says: thread (3,0) of block (0,0) has no stack left {here}
// Prints: cudaErrorLaunchFailure
// GPU: memcheck finds
#include <cstdio>

// The recursion has no end for negative numbers.
__device__ int steps(int n) { // @here
  volatile int room[64];
  room[n & 63] = n;
  return n == 0 ? 0 : 1 + steps(n - 1) + room[(n + 1) & 63] * 0;
}

__global__ void count_down(int* a) {
  const int i = threadIdx.x;
  a[i] = steps(i == 3 ? -1 : i);
}

int main() {
  int* a = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  count_down<<<1, 32>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a);
}
