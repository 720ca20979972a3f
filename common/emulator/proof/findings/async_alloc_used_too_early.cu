// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: the host allocates it {allocation}
// Says: thread (0,0) of block (0,0) writes it {here}
// Says: kernel fill (line 27) is in stream 2 (made in line 22), cudaMallocAsync (line 24) is in stream 1 (made in line 21), and nothing orders them
// Says: cudaStreamWaitEvent
// GPU: memcheck misses: unless it is run with --track-stream-ordered-races use-before-alloc
#include <cuda_runtime.h>

__global__ void fill(int* values) {
  values[threadIdx.x] = 1; // @here
}

int main() {
  cudaStream_t first, second;
  cudaEvent_t ready;
  int* values = nullptr;
  if (cudaStreamCreate(&first) != cudaSuccess ||
      cudaStreamCreate(&second) != cudaSuccess || cudaEventCreate(&ready) != cudaSuccess)
    return 1;
  if (cudaMallocAsync(&values, 32 * sizeof(int), first) != cudaSuccess) // @allocation
    return 1;
  // cudaEventRecord(ready, first) and cudaStreamWaitEvent(second, ready) belong here.
  fill<<<1, 32, 0, second>>>(values);
  if (cudaEventRecord(ready, second) != cudaSuccess ||
      cudaStreamWaitEvent(first, ready) != cudaSuccess ||
      cudaFreeAsync(values, first) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
