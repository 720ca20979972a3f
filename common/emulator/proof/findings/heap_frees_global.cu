// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_free
// Says: frees it {here}
// Says: none that malloc or new has given out in a kernel
// GPU: memcheck finds
#include <cstdio>
#include <cstdlib>

__global__ void release(int* values) {
  free(values); // @here
}

int main() {
  int* values = nullptr;
  cudaMalloc(&values, 64);
  release<<<1, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaGetLastError();
  return 0;
}
