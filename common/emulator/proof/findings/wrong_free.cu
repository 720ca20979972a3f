// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_free
// Says: the host frees it {here}
// Says: cudaFree is for cudaMalloc and cudaMallocManaged, cudaFreeHost for cudaMallocHost
// GPU: memcheck finds
#include <cstdio>

__global__ void fill(int* values) {
  values[threadIdx.x] = 1;
}

int main() {
  int* values = nullptr;
  cudaMallocHost(&values, 32 * sizeof(int));
  fill<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  if (cudaFree(values) != cudaSuccess) // @here
    cudaGetLastError();
  cudaFreeHost(values);
  return 0;
}
