// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: division_by_zero
// Says: error: integer division by zero (kernel rows)
// Says: thread (0,0) of block (0,0) divides by 0 {here}
// GPU: memcheck misses: the division gives a number that means nothing
#include <cstdio>

__global__ void rows(int* a, int width) {
  const int i = threadIdx.x;
  a[i] = i / width; // @here
}

int main() {
  int* a = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  rows<<<1, 32>>>(a, 0);
  if (cudaDeviceSynchronize() != cudaSuccess)
    cudaGetLastError();
  cudaFree(a);
}
