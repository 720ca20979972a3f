// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_pointer
// Prints: cudaErrorIllegalAddress
// Says: error: host memory used in a kernel
// Says: {here}
// Says: allocate with cudaMalloc
// GPU: memcheck finds
#include <cstdio>
#include <vector>

__global__ void twice(float* a) {
  a[threadIdx.x] *= 2; // @here
}

int main() {
  std::vector<float> a(32, 1.0f);
  twice<<<1, 32>>>(a.data());
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
