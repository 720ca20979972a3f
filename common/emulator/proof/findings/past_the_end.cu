// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: error: access outside of its bounds, global memory
// Says: thread (0,0) of block (1,0) writes it {here}
// Says: just past the end of the memory from cudaMalloc
// Prints: cudaErrorIllegalAddress
// GPU: memcheck finds
#include <cstdio>

__global__ void fill(float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = float(i); // @here
}

int main() {
  float* a = nullptr;
  cudaMalloc(&a, 128 * sizeof(float));
  fill<<<2, 128>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a);
  return 0;
}
