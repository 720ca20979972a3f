// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdio>

namespace outer {
namespace {
__global__ void reverse(int* data) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}
} // namespace

template <class T>
__global__ void reverse_by_copy(T* data) {
  extern volatile __shared__ T typed[];
  __shared__ __align__(16) T copy[8];
  typed[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  copy[threadIdx.x] = typed[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = copy[threadIdx.x];
}
} // namespace outer

int main() {
  const int n = 8;
  int host[n];
  int* device;
  cudaMalloc(&device, sizeof host);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < n; ++i)
      host[i] = i;
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    if (round == 0)
      outer::reverse<<<1, n, n * sizeof(int)>>>(device);
    else
      outer::reverse_by_copy<<<1, n, n * sizeof(int)>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
      std::printf("%d%c", host[i], i + 1 < n ? ' ' : '\n');
  }
  cudaFree(device);
}
