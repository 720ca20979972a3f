// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds uninitialised_read
// Prints: cudaErrorIllegalAddress
// Says: a pointer in shared memory was never set
// Says: {here}
// Says: `__shared__ int p[SIZE]`
#include <cstdio>

__global__ void keep(int* a) {
  __shared__ int* numbers; // an array was meant
  numbers[threadIdx.x] = a[threadIdx.x]; // @here
}

int main() {
  int* a = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMemset(a, 0, 32 * sizeof(int));
  keep<<<1, 32>>>(a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
