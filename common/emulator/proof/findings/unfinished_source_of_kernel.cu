// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_read
// Says: the host writes it {here}
// Says: the host launched the kernel that reads it {launch}
// Says: sum in stream 1 (made in line 26) reads it in line 17, and nothing has waited for that launch: it may read the new value
// GPU: memcheck misses: no tool compares the host's accesses with the device's
#include <cstdio>
#include <cuda_runtime.h>

__device__ int total;

__global__ void sum(const int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&total, values[i]);
}

int main() {
  constexpr int n = 256;
  int* values = nullptr;
  cudaStream_t stream = nullptr;
  if (cudaMallocManaged(&values, n * sizeof(int)) != cudaSuccess)
    return 1;
  if (cudaStreamCreate(&stream) != cudaSuccess)
    return 1;
  for (int i = 0; i < n; ++i)
    values[i] = i;
  sum<<<2, 128, 0, stream>>>(values, n); // @launch
  for (int i = 0; i < n; ++i)
    values[i] = 0; // @here
  if (cudaStreamSynchronize(stream) != cudaSuccess)
    return 1;
  values[0] = 1; // this is right
  std::fprintf(stderr, "%d\n", values[0]);
  cudaStreamDestroy(stream);
  return cudaFree(values) == cudaSuccess ? 0 : 1;
}
