// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a kernel may be called `kernel`, and its address be given to the runtime
// Prints: 7, at most 1024 threads
#include <cstdio>

__global__ void kernel(int* to) {
  *to = 7;
}

int main() {
  int* d_value = nullptr;
  int value = 0;
  cudaFuncAttributes attributes;
  cudaMalloc(&d_value, sizeof(int));
  cudaFuncGetAttributes(&attributes, kernel);
  kernel<<<1, 1>>>(d_value);
  cudaMemcpy(&value, d_value, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_value);
  std::printf("%d, at most %d threads\n", value, attributes.maxThreadsPerBlock);
}
