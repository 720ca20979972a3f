// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: endless_loop
// Says: error: launch that does not end (kernel handshake)
// Says: thread (0,0) of block (0,0) still runs {here}
// Says: thread (1,0) of block (0,0) waits {barrier}
// Says: the launch had not ended after 0.2 s; 63 threads wait for this one in line
// Prints: cudaErrorLaunchTimeout
// GPU: memcheck misses: the kernel hangs; here it gives up after some seconds
#include <cstdio>
#include <cstdlib>

__global__ void handshake(volatile int* flag) {
  const long long begin = clock64();
  // Thread 0 waits for a flag that thread 1 sets only after the barrier, where it waits for thread 0.
  if (threadIdx.x == 0)
    while (*flag == 0 && clock64() - begin < 6000000000) { // @here
    }
  __syncthreads(); // @barrier
  if (threadIdx.x == 1)
    *flag = 1;
}

int main() {
  setenv("CUDALAB_TIME_LIMIT", "0.2", 1); // seconds; read at the first launch
  int* flag = nullptr;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  handshake<<<1, 64>>>(flag);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(flag);
}
