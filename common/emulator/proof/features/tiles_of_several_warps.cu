// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: tiles of 64 threads and more wait, vote and reduce.
// Prints: tile 0: 2016, any 1, all 0; tile 3: 14304, any 0, all 1
// Prints: neighbours: 1
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums(int* out, int* wrong) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int values[256];
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<64>(block);
  const int sum = cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>());
  const bool any = tile.any(threadIdx.x == 63), all = tile.all(threadIdx.x >= 64);
  if (tile.thread_rank() == 0) {
    out[3 * tile.meta_group_rank()] = sum;
    out[3 * tile.meta_group_rank() + 1] = any;
    out[3 * tile.meta_group_rank() + 2] = all;
  }
  // Rounds of tiles that do not wait for each other.
  for (unsigned round = 0; round < 1 + tile.meta_group_rank(); ++round) {
    values[threadIdx.x] = threadIdx.x + round;
    tile.sync();
    const unsigned neighbour = threadIdx.x / 64 * 64 + (threadIdx.x + 33) % 64;
    if (values[neighbour] != static_cast<int>(neighbour + round))
      *wrong = 1;
    tile.sync();
  }
}

int main() {
  int *out, *wrong, host[12] = {}, bad = 0;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&wrong, sizeof bad);
  cudaMemset(wrong, 0, sizeof bad);
  sums<<<1, 256>>>(out, wrong);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&bad, wrong, sizeof bad, cudaMemcpyDeviceToHost);
  std::printf("tile 0: %d, any %d, all %d; tile 3: %d, any %d, all %d\n", host[0], host[1], host[2],
              host[9], host[10], host[11]);
  std::printf("neighbours: %d\n", bad == 0);
  return cudaFree(out) == cudaSuccess && cudaFree(wrong) == cudaSuccess ? 0 : 1;
}
