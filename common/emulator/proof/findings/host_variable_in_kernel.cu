// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_pointer
// Says: error: host memory used in a kernel: counter
// Says: writes it {here}
// Says: counter is a variable of the host
// Says: declare counter as __device__
// GPU: memcheck finds
#include <cstdio>

int counter;

__global__ void count(int* where) {
  *where = 1; // @here
}

int main() {
  count<<<1, 1>>>(&counter);
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
