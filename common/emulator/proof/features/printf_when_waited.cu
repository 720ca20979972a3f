// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: what a kernel prints appears when the program waits for it, not before.
// Prints: launched
// Prints: thread 0
// Prints: thread 1
// Prints: a line
// Prints: waited
// Prints: copied after 3.50
// Prints: end
#include <cstdio>

__global__ void print() {
  printf("thread %d\n", static_cast<int>(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 1)
    printf("a line\n");
}

__global__ void print_value(double value, int* to) {
  printf("copied after %.2f", value);
  printf("\n");
  *to = 1;
}

int main() {
  print<<<1, 2>>>();
  std::printf("launched\n");
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  std::printf("waited\n");
  int *on_device = nullptr, result = 0;
  if (cudaMalloc(&on_device, sizeof(int)) != cudaSuccess)
    return 1;
  print_value<<<1, 1>>>(3.5, on_device);
  if (cudaMemcpy(&result, on_device, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  std::printf("end\n");
  return result == 1 && cudaFree(on_device) == cudaSuccess ? 0 : 1;
}
