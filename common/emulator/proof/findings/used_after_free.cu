// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free
// Prints: cudaErrorIllegalAddress
// Says: error: use of freed memory, global memory
// Says: writes it {here}
// Says: has been freed, by the call in line 20
// GPU: memcheck finds
#include <cstdio>

__global__ void fill(int* a) {
  a[threadIdx.x] = 1; // @here
}

int main() {
  int* a = nullptr;
  if (cudaMalloc(&a, 32 * sizeof(int)) != cudaSuccess)
    return 1;
  if (cudaFree(a) != cudaSuccess)
    return 1;
  fill<<<1, 32>>>(a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
