// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One place in memory as int and as float: C++ lets a compiler take them for two places, nvcc does
// not in kernels.
#include <cstdio>

#include <cuda.h> // brings uint32_t

__global__ void pun(uint32_t* bits, float* number, unsigned* out) {
  *bits = 1;
  *number = 2.0f; // sign 0, exponent 128, fraction 0: 0x40000000
  *out = *bits;
}

int main() {
  unsigned *place = nullptr, *out = nullptr, result = 0;
  cudaMalloc(&place, sizeof *place);
  cudaMalloc(&out, sizeof *out);
  pun<<<1, 1>>>(place, reinterpret_cast<float*>(place), out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(place);
  cudaFree(out);
  std::printf("%x\n", result);
}
