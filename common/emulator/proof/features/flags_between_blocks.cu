// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a block hands data to the next one by a fence and a volatile flag, and then all of them do
// (a chained scan: each block waits for the sum of those before it).
// Prints: 499500
#include <cstdio>

__global__ void scan(const int* in, int* out, volatile int* ready, volatile int* sums, int n) {
  __shared__ int line[100];
  __shared__ int before;
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  line[t] = i < n ? in[i] : 0;
  __syncthreads();
  int mine = 0;
  for (int k = 0; k <= t; ++k)
    mine += line[k];
  if (t == blockDim.x - 1) {
    int earlier = 0;
    if (blockIdx.x > 0) {
      while (ready[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      earlier = sums[blockIdx.x - 1];
    }
    before = earlier;
    sums[blockIdx.x] = earlier + mine;
    __threadfence();
    ready[blockIdx.x] = 1;
  }
  __syncthreads();
  if (i < n)
    out[i] = before + mine;
}

/// Plain data: block 0 fills it, the others wait for the flag with one thread.
__global__ void broadcast(int* data, int* flag, int* out) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(flag, 1);
    }
  } else {
    if (t == 0)
      while (atomicAdd(flag, 0) == 0) {
      }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = data[blockDim.x - 1 - t];
  }
}

int main() {
  const int n = 1000, blocks = 10, threads = n / blocks;
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i;
  int *in, *out, *ready, *sums, *data;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&ready, (blocks + 1) * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMalloc(&data, threads * sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(ready, 0, (blocks + 1) * sizeof(int));
  scan<<<blocks, threads>>>(in, out, ready, sums, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[n - 1]);
  broadcast<<<blocks, threads>>>(data, ready + blocks, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  const bool right = host[n - 1] == 0 && host[threads] == threads - 1;
  cudaFree(in);
  cudaFree(out);
  cudaFree(ready);
  cudaFree(sums);
  cudaFree(data);
  return !right || cudaGetLastError() != cudaSuccess;
}
