// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_read
// Says: counter
// Says: {here}
// GPU: memcheck misses: no tool compares the host's accesses with the device's
#include <cstdio>

__managed__ int counter;

__global__ void count() {
  counter = 32;
}

int main() {
  count<<<1, 1>>>();
  std::fprintf(stderr, "%d\n", counter); // @here
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
