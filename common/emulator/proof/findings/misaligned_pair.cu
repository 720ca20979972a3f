// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: misaligned
// Prints: cudaErrorMisalignedAddress
// Says: error: misaligned access, global memory
// Says: reads it {here}
// Says: an access of 8 bytes at an address that is no multiple of 8
// GPU: memcheck finds
#include <cstdio>

__global__ void copy(const float* a, long long* out) {
  const long long* from = reinterpret_cast<const long long*>(a + 1);
  out[threadIdx.x] = from[threadIdx.x]; // @here
}

int main() {
  float *a = nullptr, *out = nullptr;
  if (cudaMalloc(&a, 1024) != cudaSuccess || cudaMalloc(&out, 1024) != cudaSuccess ||
      cudaMemset(a, 0, 1024) != cudaSuccess)
    return 1;
  copy<<<1, 32>>>(a, reinterpret_cast<long long*>(out));
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
