// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: code under __CUDA_ARCH__ is compiled as nvcc does, which reads a file for each side.
// Prints: device 1, host 2, kernel 1, function 1
// Prints: in main: not defined
#include <cstdio>

#if __CUDA_ARCH__ >= 700
__device__ int only_new() {
  return 1;
}
#endif

__host__ __device__ int side() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}

__global__ void ask(int* out) {
#if __CUDA_ARCH__ >= 700
  out[0] = side();
  out[1] = 1;
  out[2] = only_new();
#endif
}

int main() {
  int *out, host[3] = {};
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  ask<<<1, 1>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("device %d, host %d, kernel %d, function %d\n", host[0], side(), host[1], host[2]);
#ifdef __CUDA_ARCH__
  std::printf("in main: %d\n", __CUDA_ARCH__);
#else
  std::printf("in main: not defined\n");
#endif
  return cudaFree(out) == cudaSuccess ? 0 : 1;
}
