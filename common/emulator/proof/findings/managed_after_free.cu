// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free
// Says: reads it {here}
// Says: the memory from cudaMallocManaged in line
// Says: has been freed, by the call in line
// GPU: memcheck finds
#include <cstdio>

__global__ void twice(int* values) {
  values[threadIdx.x] *= 2; // @here
}

int main() {
  int* values = nullptr;
  cudaMallocManaged(&values, 32 * sizeof(int));
  values[0] = 1;
  cudaFree(values);
  twice<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
