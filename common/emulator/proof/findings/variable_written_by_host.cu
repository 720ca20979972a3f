// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_access
// Says: the host writes it {here}
// Says: weights is a __constant__ variable
// Says: cudaMemcpyToSymbol(weights, ...)
// GPU: memcheck misses: the host writes a copy of its own, which no kernel sees
#include <cstdio>

__constant__ float weights[8];

__global__ void use(float* out) {
  out[threadIdx.x] = weights[threadIdx.x];
}

int main() {
  for (int i = 0; i < 8; ++i)
    weights[i] = float(i); // @here
  float* out = nullptr;
  cudaMalloc(&out, 8 * sizeof(float));
  use<<<1, 8>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
