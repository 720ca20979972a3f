// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: constant_write
// Says: error: write to constant memory
// Says: writes it {here}
// Says: factors is a __constant__ variable: kernels can only read it
// Says: cudaMemcpyToSymbol(factors, ...)
// GPU: memcheck finds
#include <cstdio>

__constant__ float factors[4] = {1, 2, 3, 4};

__global__ void scale(float by) {
  factors[threadIdx.x] *= by; // @here
}

int main() {
  scale<<<1, 4>>>(2.0f);
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
