// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a launch finds the kernel of its arguments, also where another one is only declared.
// Prints: 7 5
#include <cstdio>

__global__ void store(int* to, int value, int other); // of another file, and never launched

__global__ void store(int* to, int value) {
  *to = value;
}

__global__ void store(int* to, float value) {
  *to = static_cast<int>(2 * value);
}

int main() {
  int *place, seen[2] = {};
  cudaMalloc(&place, sizeof(int));
  store<<<1, 1>>>(place, 7);
  cudaMemcpy(&seen[0], place, sizeof(int), cudaMemcpyDeviceToHost);
  store<<<1, 1>>>(place, 2.5f);
  cudaMemcpy(&seen[1], place, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", seen[0], seen[1]);
  return cudaFree(place) == cudaSuccess ? 0 : 1;
}
