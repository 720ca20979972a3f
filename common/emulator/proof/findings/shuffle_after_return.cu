// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: absent_lanes
// Says: error: lanes of a warp that take no part (kernel sum)
// Says: thread (8,0) of block (0,0) shuffles {here}
// Says: thread (24,0) of block (0,0) returned {left}
// Says: __shfl_down_sync() reads lane 24, which has returned: the value is undefined
// GPU: memcheck misses: no tool of compute-sanitizer looks at shuffles
#include <cstdio>

__global__ void sum(const int* a, int* total, int n) {
  const int i = threadIdx.x;
  if (i >= n)
    return; // @left
  int x = a[i];
  for (int delta = 16; delta > 0; delta /= 2)
    x += __shfl_down_sync(0xffffffff, x, delta); // @here
  if (i == 0)
    *total = x;
}

int main() {
  const int n = 20;
  int *a = nullptr, *total = nullptr;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  sum<<<1, 32>>>(a, total, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a);
  cudaFree(total);
}
