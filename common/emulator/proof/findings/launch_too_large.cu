// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_launch
// Prints: 33 x 33 threads: cudaErrorInvalidValue
// Prints: no block: cudaErrorInvalidValue
// Prints: 65 in z: cudaErrorInvalidValue
// Prints: 65536 blocks in y: cudaErrorInvalidValue
// Prints: 1024 threads, 64 in z, 65535 blocks in y: cudaSuccess
// Says: error: launch that cannot run (kernel nothing)
// Says: the host launches it {threads}
// Says: a block has 33 x 33 x 1 threads; at most 1,024 in all are possible
// Says: the grid has 0 x 1 x 1 blocks
// Says: a block has 65 threads in z; at most 64 are possible
// Says: the grid has 65,536 blocks in y; at most 65,535 are possible
// GPU: memcheck finds
#include <cstdio>

__global__ void nothing() {}

void report(const char* what) {
  printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

int main() {
  nothing<<<1, dim3(33, 33)>>>(); // @threads
  report("33 x 33 threads");
  const int n = 100;
  nothing<<<n / 256, 256>>>();
  report("no block");
  nothing<<<1, dim3(1, 1, 65)>>>();
  report("65 in z");
  nothing<<<dim3(1, 65536), 1>>>();
  report("65536 blocks in y");
  nothing<<<dim3(1, 65535), 1>>>();
  nothing<<<1, dim3(16, 1, 64)>>>();
  report("1024 threads, 64 in z, 65535 blocks in y");
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
