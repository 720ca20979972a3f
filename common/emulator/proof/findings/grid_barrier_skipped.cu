// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: barrier_divergence
// Prints: it did not end well
// Says: error: not every thread reaches the same barrier (kernel next_part)
// Says: thread (0,0) of block (0,0) waits {barrier}
// Says: thread (0,0) of block (3,0) returned {here}
// Says: 3 blocks wait at grid.sync() in line 26; 1 block returned at line 23
// Says: every thread of every block of the grid must reach a barrier
// GPU: not run: the program waits for ever
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// The last block has no part of its own.
__global__ void next_part(int* parts, int* results, int n) {
  const cg::grid_group grid = cg::this_grid();
  const int block = blockIdx.x;
  if (block >= n)
    return; // @here
  if (threadIdx.x == 0)
    parts[block] = block;
  grid.sync(); // @barrier
  if (threadIdx.x == 0)
    results[block] = parts[(block + 1) % n];
}

int main() {
  int *parts, *results, n = 3;
  if (cudaMalloc(&parts, 3 * sizeof(int)) != cudaSuccess ||
      cudaMalloc(&results, 3 * sizeof(int)) != cudaSuccess)
    return 1;
  void* arguments[] = {&parts, &results, &n};
  cudaLaunchCooperativeKernel((void*)next_part, 4, 32, arguments);
  if (cudaDeviceSynchronize() != cudaSuccess)
    std::printf("it did not end well\n");
  return 0;
}
