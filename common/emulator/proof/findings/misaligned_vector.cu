// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: misaligned
// Prints: cudaErrorMisalignedAddress
// Says: error: misaligned access, global memory
// Says: reads it {here}
// Says: an access of 16 bytes at an address that is no multiple of 16
// GPU: memcheck finds
#include <cstdio>

__global__ void copy(const float* a, float4* out) {
  const float4* from = reinterpret_cast<const float4*>(a + 1);
  out[threadIdx.x] = from[threadIdx.x]; // @here
}

int main() {
  float *a = nullptr, *out = nullptr;
  if (cudaMalloc(&a, 1024) != cudaSuccess || cudaMalloc(&out, 1024) != cudaSuccess ||
      cudaMemset(a, 0, 1024) != cudaSuccess)
    return 1;
  copy<<<1, 32>>>(a, reinterpret_cast<float4*>(out));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
