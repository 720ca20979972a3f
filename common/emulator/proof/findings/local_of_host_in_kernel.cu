// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_pointer
// Says: reads it {here}
// Says: on the host's stack: a local variable of host code
// GPU: memcheck finds
#include <cstdio>

__global__ void copy(const int* from, int* to) {
  *to = *from; // @here
}

int main() {
  int value = 3, *to = nullptr;
  cudaMalloc(&to, sizeof(int));
  copy<<<1, 1>>>(&value, to);
  cudaDeviceSynchronize();
  cudaFree(to);
  cudaGetLastError();
  return 0;
}
