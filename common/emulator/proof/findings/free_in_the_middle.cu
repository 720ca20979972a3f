// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_free
// Prints: cudaErrorInvalidValue cudaErrorInvalidValue
// Says: error: free of something that is no allocation: the memory allocated in line
// Says: the host frees it {middle}
// Says: the pointer is 16 bytes behind the start of the memory allocated in line
// Says: the host frees it {host}
// Says: is no address that this device has given out
// GPU: memcheck finds
#include <cstdio>
#include <cstdlib>

int main() {
  float *a = nullptr, *b = (float*)malloc(16);
  if (cudaMalloc(&a, 1024) != cudaSuccess)
    return 1;
  const cudaError_t middle = cudaFree(a + 4); // @middle
  const cudaError_t host = cudaFree(b);       // @host
  printf("%s %s\n", cudaGetErrorName(middle), cudaGetErrorName(host));
  free(b);
  return cudaFree(a) == cudaSuccess ? 0 : 1;
}
