// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: double_free
// Says: the host frees it again {again}
// Says: the host freed it first {first}
// GPU: memcheck finds
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  int* values = nullptr;
  if (cudaMallocAsync(&values, 32 * sizeof(int), cudaStreamPerThread) != cudaSuccess ||
      cudaFreeAsync(values, cudaStreamPerThread) != cudaSuccess) // @first
    return 1;
  if (cudaFreeAsync(values, cudaStreamPerThread) != cudaSuccess) // @again
    std::fprintf(stderr, "not twice\n");
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
