// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: kernels and copies of several streams share memory in order: by one stream, by an event,
// by the host's waiting, and by the default stream.
// Prints: 1 2 4 8
#include <cstdio>

__global__ void fill(int* data, int value) {
  data[threadIdx.x] = value;
}

__global__ void twice(const int* from, int* to) {
  to[threadIdx.x] = 2 * from[63 - threadIdx.x];
}

int main() {
  int *a, *b, *host;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMallocHost(&host, 4 * sizeof(int));
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&ready);
  // One stream.
  fill<<<1, 64, 0, first>>>(a, 1);
  cudaMemcpyAsync(host, a, sizeof(int), cudaMemcpyDeviceToHost, first);
  // An event.
  cudaEventRecord(ready, first);
  cudaStreamWaitEvent(second, ready, 0);
  twice<<<1, 64, 0, second>>>(a, b);
  cudaMemcpyAsync(host + 1, b, sizeof(int), cudaMemcpyDeviceToHost, second);
  // The host.
  cudaStreamSynchronize(second);
  twice<<<1, 64, 0, first>>>(b, a);
  // The default stream waits for both, and both for it.
  cudaMemcpy(host + 2, a, sizeof(int), cudaMemcpyDeviceToHost);
  twice<<<1, 64>>>(a, b);
  cudaMemcpyAsync(host + 3, b, sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaDeviceSynchronize();
  std::printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cudaEventDestroy(ready);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(a);
  cudaFree(b);
  cudaFreeHost(host);
  return cudaGetLastError() != cudaSuccess;
}
