// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free
// Says: use of freed memory, global memory: element 0 of the memory from cudaMallocAsync in line 26
// Says: the host frees it {free}
// Says: thread (0,0) of block (0,0) reads it {here}
// Says: cudaFreeAsync (line 33) is in stream 1 (made in line 23), kernel sum (line 31) is in stream 2 (made in line 24), and nothing orders them
// GPU: memcheck misses: unless it is run with --track-stream-ordered-races use-after-free
#include <cuda_runtime.h>

__device__ int total;

__global__ void sum(const int* values) {
  atomicAdd(&total, values[threadIdx.x]); // @here
}

int main() {
  cudaStream_t first, second;
  cudaEvent_t ready;
  int* values = nullptr;
  const int zeros[32] = {};
  if (cudaStreamCreate(&first) != cudaSuccess ||
      cudaStreamCreate(&second) != cudaSuccess || cudaEventCreate(&ready) != cudaSuccess)
    return 1;
  if (cudaMallocAsync(&values, sizeof zeros, first) != cudaSuccess ||
      cudaMemcpyAsync(values, zeros, sizeof zeros, cudaMemcpyHostToDevice, first) != cudaSuccess ||
      cudaEventRecord(ready, first) != cudaSuccess ||
      cudaStreamWaitEvent(second, ready) != cudaSuccess)
    return 1;
  sum<<<1, 32, 0, second>>>(values);
  // The stream of the kernel would be right.
  cudaFreeAsync(values, first); // @free
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  return 0;
}
