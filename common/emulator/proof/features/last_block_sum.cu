// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: the block that finishes last adds up what all have written: fence, atomic ticket, barrier.
// Prints: sum 523776
#include <cstdio>

__global__ void sum(const int* in, volatile int* partial, int* total, unsigned* finished) {
  __shared__ int part[128];
  __shared__ bool is_last;
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half)
      part[t] += part[t + half];
  }
  if (t == 0) {
    partial[blockIdx.x] = part[0];
    __threadfence();
    is_last = atomicInc(finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last)
    return;
  if (t == 0) {
    int all = 0;
    for (unsigned i = 0; i < gridDim.x; ++i)
      all += partial[i];
    *total = all;
    *finished = 0;
  }
}

/// The same, with a plain array and a fence of all threads before the barrier.
__global__ void sum_of_rows(const int* in, int* partial, int* total, unsigned* finished) {
  __shared__ bool is_last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[i] = in[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    is_last = atomicAdd(finished, 1u) == gridDim.x - 1;
  __syncthreads();
  if (!is_last)
    return;
  int mine = 0;
  for (unsigned block = 0; block < gridDim.x; ++block)
    mine += partial[block * blockDim.x + threadIdx.x];
  atomicAdd(total, mine);
}

int main() {
  const int n = 1024, blocks = 8;
  int in[n], result[2] = {0, 0};
  unsigned* finished;
  for (int i = 0; i < n; ++i)
    in[i] = i;
  int *d_in, *d_partial, *d_total;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_partial, sizeof in);
  cudaMalloc(&d_total, sizeof result);
  cudaMalloc(&finished, sizeof *finished);
  cudaMemset(finished, 0, sizeof *finished);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemset(d_total, 0, sizeof result);
  sum<<<blocks, n / blocks>>>(d_in, d_partial, d_total, finished);
  sum_of_rows<<<blocks, n / blocks>>>(d_in, d_partial, d_total + 1, finished);
  cudaMemcpy(result, d_total, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("sum %d\n", result[0]);
  cudaFree(d_in);
  cudaFree(d_partial);
  cudaFree(d_total);
  cudaFree(finished);
  if (cudaGetLastError() != cudaSuccess || result[1] != result[0])
    return 1;
}
