// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a grid of blocks adds two vectors, the last block partly idle
// Prints: 1000 right
#include <cstdio>
#include <vector>

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 2.0f * float(i);
  }
  float *d_a = nullptr, *d_b = nullptr, *d_sum = nullptr;
  if (cudaMalloc(&d_a, bytes) != cudaSuccess || cudaMalloc(&d_b, bytes) != cudaSuccess ||
      cudaMalloc(&d_sum, bytes) != cudaSuccess)
    return 1;
  if (cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess ||
      cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice) != cudaSuccess)
    return 1;
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_sum, n);
  if (cudaGetLastError() != cudaSuccess)
    return 1;
  if (cudaMemcpy(sum.data(), d_sum, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  int right = 0;
  for (int i = 0; i < n; ++i)
    right += sum[i] == 3.0f * float(i);
  printf("%d right\n", right);
  if (cudaFree(d_a) != cudaSuccess || cudaFree(d_b) != cudaSuccess || cudaFree(d_sum) != cudaSuccess)
    return 1;
  return right == n ? 0 : 1;
}
