// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: absent_lanes
// Says: thread (0,0) of block (0,0) shuffles {here}
// Says: thread (12,0) of block (0,0) returned {left}
// Says: shfl() reads lane 12, which has returned: the value is undefined
// GPU: memcheck misses: no tool of compute-sanitizer looks at shuffles
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void last_of_tile(const int* a, int* last, int n) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int i = threadIdx.x;
  if (i >= n)
    return; // @left
  last[i] = tile.shfl(a[i], 12); // @here
}

int main() {
  const int n = 10;
  int *a = nullptr, *last = nullptr;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&last, n * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  last_of_tile<<<1, 32>>>(a, last, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a);
  cudaFree(last);
}
