// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: endless_loop
// Options: -rdc=true
// Says: error: launch that does not end (kernel parent)
// Says: thread (0,0) of block (0,0) still runs {here}
// Says: wait for a kernel that this one has launched? That begins when all blocks of this one have ended.
// Prints: cudaErrorLaunchTimeout
// GPU: not run: the program may wait for ever
#include <cstdio>
#include <cstdlib>

__global__ void child(volatile int* flag) {
  *flag = 1;
}

__global__ void parent(volatile int* flag) {
  child<<<1, 1>>>(flag);
  while (*flag == 0) { // @here
  }
}

int main() {
  setenv("CUDALAB_TIME_LIMIT", "0.2", 1); // seconds; read at the first launch
  int* flag = nullptr;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  parent<<<1, 1>>>(flag);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(flag);
}
