// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_access
// Says: error: device memory used on the host
// Says: the host reads it {here}
// Says: is device memory, which host code cannot reach by a pointer
// GPU: memcheck misses: the program crashes on the host
#include <cstdio>

__global__ void fill(int* values) {
  values[threadIdx.x] = int(threadIdx.x);
}

int main() {
  int* values = nullptr;
  cudaMalloc(&values, 32 * sizeof(int));
  fill<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  const int first = values[3]; // @here
  cudaFree(values);
  return first;
}
