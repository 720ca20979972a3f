// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_read
// Says: {here}
// Says: double_all writes it in line 14, and nothing has waited for that launch
// Says: call cudaDeviceSynchronize()
// GPU: memcheck misses: no tool compares the host's accesses with the device's
#include <cstdio>

__global__ void double_all(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] *= 2;
}

int main() {
  constexpr int n = 256;
  int* values = nullptr;
  if (cudaMallocManaged(&values, n * sizeof(int)) != cudaSuccess)
    return 1;
  for (int i = 0; i < n; ++i)
    values[i] = i;
  double_all<<<2, 128>>>(values, n);
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[i]; // @here
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < n; ++i)
    sum += values[i]; // this is right
  std::fprintf(stderr, "%d\n", sum);
  return cudaFree(values) == cudaSuccess ? 0 : 1;
}
