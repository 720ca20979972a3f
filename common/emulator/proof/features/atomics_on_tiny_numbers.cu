// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a sum of floats by an atomic function has no subnormal numbers in global memory
// Prints: global: old 1, new 0, pair 0; shared: new 1; exchanged 1
#include <cstdio>

__global__ void add(float* to) {
  __shared__ float shared;
  shared = 1e-40f;
  atomicAdd(&shared, 2e-40f);
  to[2] = shared;
  to[1] = atomicAdd(&to[0], 1e-40f);
  atomicExch(&to[3], 1e-40f);
  atomicAdd(reinterpret_cast<float2*>(to + 4), make_float2(1e-40f, 1e-40f));
}

int main() {
  float numbers[6] = {1e-40f, 0, 0, 0, 0, 0};
  float* d_numbers = nullptr;
  cudaMalloc(&d_numbers, sizeof numbers);
  cudaMemcpy(d_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(d_numbers);
  cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost);
  cudaFree(d_numbers);
  std::printf("global: old %d, new %d, pair %d; shared: new %d; exchanged %d\n", numbers[1] > 0,
              numbers[0] > 0, numbers[4] > 0 || numbers[5] > 0, numbers[2] > 2e-40f,
              numbers[3] > 0);
}
