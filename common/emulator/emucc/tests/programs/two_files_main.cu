// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdio>

void launch_twice(int* to); // in two_files_kernel.cu
int half(int value);        // in two_files_host.cpp

int main() {
  int* d_value;
  int value = 0;
  cudaMalloc(&d_value, sizeof value);
  cudaMemset(d_value, 0, sizeof value);
  launch_twice(d_value);
  cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%d\n", half(value));
  cudaFree(d_value);
}
