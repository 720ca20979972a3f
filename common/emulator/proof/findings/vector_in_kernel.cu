// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_pointer
// Says: thread (0,0) of block (0,0) reads it {here}
// Says: host memory
// Says: allocate with cudaMalloc
// GPU: memcheck finds
#include <cstdio>
#include <vector>

__global__ void sum(const float* values, float* out, int n) {
  float total = 0;
  for (int i = 0; i < n; ++i)
    total += values[i]; // @here
  *out = total;
}

int main() {
  const int n = 1 << 20; // large: not in what malloc calls the heap
  std::vector<float> values(n, 1.0f);
  float* out = nullptr;
  cudaMalloc(&out, sizeof(float));
  sum<<<1, 1>>>(values.data(), out, n);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaGetLastError();
  return 0;
}
