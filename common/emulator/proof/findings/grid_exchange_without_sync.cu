// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: {here}
// Says: no grid.sync() separates them
// Says: put grid.sync() between lines 19 and 22
// GPU: racecheck misses: it looks at shared memory only
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void neighbour(int* parts, int* results) {
  const unsigned long long block = cooperative_groups::this_grid().block_rank();
  const unsigned long long next = (block + 1) % cooperative_groups::this_grid().num_blocks();
  if (threadIdx.x == 0)
    parts[block] = static_cast<int>(block);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0)
    results[block] = parts[next];
  // A grid.sync() is missing here: another block may still read the part.
  if (threadIdx.x == 0)
    parts[block] = -1; // @here
}

int main() {
  int *parts, *results;
  cudaMalloc(&parts, 4 * sizeof(int));
  cudaMalloc(&results, 4 * sizeof(int));
  void* arguments[] = {&parts, &results};
  cudaLaunchCooperativeKernel((void*)neighbour, 4, 32, arguments);
  cudaFree(parts);
  cudaFree(results);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
