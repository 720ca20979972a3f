// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: absent_lanes
// Says: thread (0,0) of block (0,0) waits {here}
// Says: thread (20,0) of block (0,0) waits {barrier}
// Says: 20 lanes wait at reduce() in line
// GPU: not run: the program may wait for ever
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// The tile names all threads of the warp; only some call reduce().
__global__ void sum(const int* a, int* total, int n) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  if (threadIdx.x < n) {
    const int part = cg::reduce(warp, a[threadIdx.x], cg::plus<int>()); // @here
    if (threadIdx.x == 0)
      *total = part;
  }
  block.sync(); // @barrier
}

int main() {
  int *a = nullptr, *total = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(a, 0, 32 * sizeof(int));
  sum<<<1, 32>>>(a, total, 20);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(total);
  return error == cudaSuccess ? 0 : 1;
}
