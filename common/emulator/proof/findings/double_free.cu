// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: double_free
// Prints: cudaErrorInvalidValue
// Says: error: memory freed twice: the memory allocated in line 14
// Says: the host frees it again {again}
// Says: the host freed it first {first}
// GPU: memcheck finds
#include <cstdio>

int main() {
  float* a = nullptr;
  if (cudaMalloc(&a, 1024) != cudaSuccess)
    return 1;
  cudaFree(a); // @first
  printf("%s\n", cudaGetErrorName(cudaFree(a))); // @again
  return 0;
}
