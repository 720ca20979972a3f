// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: managed memory and __managed__ variables are used by kernels and host code in turn
#include <cstdio>

__managed__ int total = 1;
__device__ __managed__ float weights[3] = {1, 2, 3};

__global__ void square(int* values, int n) {
  const int i = threadIdx.x;
  if (i < n)
    values[i] *= values[i];
  if (i == 0) {
    total += n;
    weights[2] += weights[0];
  }
}

int main() {
  const int n = 100;
  int* values = nullptr;
  if (cudaMallocManaged(&values, n * sizeof(int)) != cudaSuccess)
    return 1;
  for (int i = 0; i < n; ++i)
    values[i] = i;
  weights[0] = 5;
  square<<<1, 128>>>(values, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  bool right = total == 101 && weights[2] == 8;
  for (int i = 0; i < n; ++i)
    right = right && values[i] == i * i;
  cudaPointerAttributes attributes;
  right = right && cudaPointerGetAttributes(&attributes, values + 3) == cudaSuccess &&
          attributes.type == cudaMemoryTypeManaged && attributes.hostPointer == values + 3;
  right = right && cudaMemset(values, 0, sizeof(int)) == cudaSuccess &&
          cudaDeviceSynchronize() == cudaSuccess && values[0] == 0 && values[1] == 1;
  if (cudaFree((int*)attributes.devicePointer - 3) != cudaSuccess)
    return 1;
  if (!right)
    printf("wrong\n");
  return right ? 0 : 1;
}
