// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// nvcc takes this file: its header brings GNU's <cmath> along, with all that this includes.
#include <cstdio>

__global__ void largest(int* out, int a, int b) {
  *out = max(a, b);
}

int main() {
  int *d_out = nullptr, out = 0, one = 1, two = 2;
  cudaMalloc(&d_out, sizeof out);
  largest<<<1, 1>>>(d_out, 3, 2);
  cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(d_out);
  std::swap(one, two);
  const int digits = std::min(std::numeric_limits<float>::digits10, 9);
  std::printf("%d %d %d %d\n", out, std::max(one, two), std::min(one, two), digits);
}
