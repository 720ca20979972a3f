// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: atomics need no order among themselves: a histogram, read after a barrier; a maximum, read
// by the next kernel.
// Prints: 64 64 64 64
// Prints: largest 255
#include <cstdio>

__global__ void histogram(const int* in, int* bins, int* largest) {
  __shared__ int own[4];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 4)
    own[t] = 0;
  __syncthreads();
  atomicAdd(&own[in[i] % 4], 1);
  atomicMax(largest, in[i]);
  __syncthreads();
  if (t < 4)
    atomicAdd(&bins[t], own[t]);
}

__global__ void take(const int* largest, int* out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = *largest;
}

int main() {
  int host[256], bins[6] = {};
  for (int i = 0; i < 256; ++i)
    host[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof bins);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof bins);
  histogram<<<4, 64>>>(in, out, out + 4);
  take<<<1, 32>>>(out + 4, out + 5);
  cudaMemcpy(bins, out, sizeof bins, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d\nlargest %d\n", bins[0], bins[1], bins[2], bins[3], bins[5]);
  cudaFree(in);
  cudaFree(out);
  return cudaGetLastError() != cudaSuccess;
}
