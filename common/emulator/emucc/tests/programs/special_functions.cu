// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A special function of C++17.
#include <cmath>
#include <cstdio>

__global__ void twice(double* value) {
  *value *= 2.0;
}

int main() {
  double* d_value = nullptr;
  double value = std::riemann_zeta(2.0) * 6.0;
  cudaMalloc(&d_value, sizeof value);
  cudaMemcpy(d_value, &value, sizeof value, cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(d_value);
  cudaMemcpy(&value, d_value, sizeof value, cudaMemcpyDeviceToHost);
  cudaFree(d_value);
  std::printf("%.3f\n", value);
}
