// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a cooperative launch whose blocks exchange data through global memory at grid.sync().
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Each block sums its part in shared memory; after the grid's barrier every block adds up the
// parts of all blocks. Shared memory must still hold the block's own sum then.
__global__ void sum_everywhere(const int* values, int n, int* parts, int* totals, int* own) {
  __shared__ int sum;
  const cg::grid_group grid = cg::this_grid();
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    sum = 0;
  block.sync();
  for (unsigned long long i = grid.thread_rank(); i < n; i += grid.num_threads())
    atomicAdd(&sum, values[i]);
  block.sync();
  if (block.thread_rank() == 0)
    parts[grid.block_rank()] = sum;
  for (int round = 0; round < 3; ++round) {
    grid.sync();
    if (block.thread_rank() == 0) {
      int total = 0;
      for (unsigned b = 0; b < grid.num_blocks(); ++b)
        total += parts[b];
      totals[grid.block_rank()] = total;
      own[grid.block_rank()] = sum;
    }
    grid.sync();
    if (block.thread_rank() == 0)
      parts[grid.block_rank()] = totals[(grid.block_rank() + 1) % grid.num_blocks()];
  }
}

int main() {
  const int n = 1000, blocks = 8, threads = 64;
  int *values, *parts, *totals, *own;
  cudaMalloc(&values, n * sizeof(int));
  cudaMalloc(&parts, blocks * sizeof(int));
  cudaMalloc(&totals, blocks * sizeof(int));
  cudaMalloc(&own, blocks * sizeof(int));
  int host[n], sum = 0;
  for (int i = 0; i < n; ++i)
    sum += host[i] = i % 7;
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);

  int size = n;
  void* arguments[] = {&values, &size, &parts, &totals, &own};
  if (cudaLaunchCooperativeKernel((void*)sum_everywhere, blocks, threads, arguments) !=
      cudaSuccess) {
    std::printf("the launch failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  int result[blocks], kept[blocks], all = 0;
  cudaMemcpy(result, totals, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpy(kept, own, sizeof kept, cudaMemcpyDeviceToHost);
  bool good = cudaDeviceSynchronize() == cudaSuccess;
  for (int b = 0; b < blocks; ++b) {
    all += kept[b];
    good = good && result[b] == sum * blocks * blocks;
  }
  if (!good || all != sum)
    std::printf("sum %d, block 0 found %d, shared memory held %d\n", sum, result[0], all);
  cudaFree(values);
  cudaFree(parts);
  cudaFree(totals);
  cudaFree(own);
  return good && all == sum ? 0 : 1;
}
