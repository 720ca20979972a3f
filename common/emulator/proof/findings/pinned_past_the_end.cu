// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: writes it {here}
// Says: past the end of the memory from cudaMallocHost in line
// GPU: memcheck finds
#include <cstdio>

__global__ void fill(int* values) {
  values[threadIdx.x] = 1; // @here
}

int main() {
  int* values = nullptr;
  cudaMallocHost(&values, 100 * sizeof(int));
  fill<<<1, 128>>>(values);
  cudaDeviceSynchronize();
  cudaGetLastError();
  cudaFreeHost(values);
  return 0;
}
