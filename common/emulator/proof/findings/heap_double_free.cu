// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: double_free
// Says: frees it {here}
// Says: a kernel has freed this memory before
// GPU: memcheck finds
#include <cstdio>
#include <cstdlib>

__global__ void twice() {
  int* values = (int*)malloc(4 * sizeof(int));
  free(values);
  free(values); // @here
}

int main() {
  twice<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
