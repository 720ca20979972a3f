// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: tiles of 1 to 32 threads: ranks, shuffles of values up to 32 bytes, votes, match, tiles of tiles.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// Notes the last line at which a thread sees something else than a GPU promises.
#define EXPECT(what)                                                                               \
  if (!(what))                                                                                     \
  atomicMax(failures, __LINE__)

struct pair_of_doubles {
  double a, b;
};
struct four {
  double values[4];
};
struct odd {
  char text[11];
};

template <class Tile>
__device__ void shuffles(const Tile& tile, int* failures) {
  const int rank = tile.thread_rank(), size = tile.size();
  const int first = threadIdx.x - rank, x = threadIdx.x;
  EXPECT(tile.shfl(x, size - 1) == first + size - 1);
  EXPECT(tile.shfl_up(x, 1) == (rank == 0 ? x : x - 1));
  EXPECT(tile.shfl_down(x, 1) == (rank == size - 1 ? x : x + 1));
  EXPECT(tile.shfl_down(x, size) == x);
  EXPECT(tile.shfl_xor(x, size - 1) == first + (rank ^ (size - 1)));
  EXPECT(tile.shfl(x / 2.0, 0) == first / 2.0);
  EXPECT(tile.shfl(static_cast<short>(-x), 0) == -first);
  const pair_of_doubles p = tile.shfl_down(pair_of_doubles{x + 0.5, -x - 0.5}, 1);
  const double wanted = (rank == size - 1 ? x : x + 1) + 0.5;
  EXPECT(p.a == wanted && p.b == -wanted);
  const four f = {{1.0 * x, 2.0 * x, 3.0 * x, 4.0 * x}}, other = tile.shfl(f, size / 2);
  for (int i = 0; i < 4; ++i)
    EXPECT(other.values[i] == (i + 1.0) * (first + size / 2));
  odd o = {};
  o.text[10] = static_cast<char>(rank);
  EXPECT(tile.shfl_xor(o, size / 2).text[10] == (rank ^ size / 2));
}

template <class Tile>
__device__ void votes(const Tile& tile, int* failures) {
  const unsigned rank = tile.thread_rank(), size = tile.num_threads();
  const unsigned all = size == 32 ? 0xffffffff : (1u << size) - 1;
  EXPECT(tile.any(rank == size - 1) && !tile.any(rank == size));
  EXPECT(tile.all(rank < size) && (size == 1 || !tile.all(rank == 0)));
  EXPECT(tile.ballot(rank % 2 == 0) == (all & 0x55555555));
  EXPECT(tile.match_any(rank / 2) == (all & 3u << rank / 2 * 2));
  EXPECT(tile.match_any(rank / 4 + 0.5f) == (all & 15u << rank / 4 * 4));
  int equal = -1;
  EXPECT(tile.match_all(7ll, equal) == all && equal != 0);
  EXPECT(size == 1 || (tile.match_all(rank, equal) == 0 && equal == 0));
}

template <unsigned Size>
__device__ void tile_of(int* failures) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<Size>(block);
  static_assert(tile.size() == Size && tile.num_threads() == Size, "");
  EXPECT(tile.thread_rank() == block.thread_rank() % Size);
  EXPECT(tile.meta_group_rank() == block.thread_rank() / Size);
  EXPECT(tile.meta_group_size() == (block.size() + Size - 1) / Size);
  shuffles(tile, failures);
  votes(tile, failures);
  const cg::thread_block_tile<Size> same = tile; // its parent does not matter
  EXPECT(same.meta_group_rank() == tile.meta_group_rank());
  shuffles(same, failures);
}

// A sum as libraries write it: the tile is an argument.
template <unsigned Size>
__device__ int sum(const cg::thread_block_tile<Size>& tile, int x) {
  for (int delta = tile.size() / 2; delta > 0; delta /= 2)
    x += tile.shfl_down(x, delta);
  return tile.shfl(x, 0);
}

// Neighbours exchange through shared memory: tile.sync() is the barrier.
__device__ int neighbour(const cg::thread_group& group, int x) {
  __shared__ int values[96];
  const int first = cg::this_thread_block().thread_rank() - group.thread_rank();
  values[first + group.thread_rank()] = x;
  cg::sync(group);
  const int result = values[first + (group.thread_rank() + 1) % group.size()];
  group.sync();
  return result;
}

__global__ void tiles(int* failures) {
  const cg::thread_block block = cg::this_thread_block();
  tile_of<1>(failures);
  tile_of<2>(failures);
  tile_of<4>(failures);
  tile_of<8>(failures);
  tile_of<16>(failures);
  tile_of<32>(failures);
  const int x = threadIdx.x;
  EXPECT(sum<8>(cg::tiled_partition<8>(block), 1) == 8);

  const auto warp = cg::tiled_partition<32>(block);
  const auto quad = cg::tiled_partition<4>(warp);
  EXPECT(quad.meta_group_size() == 8 && quad.meta_group_rank() == x % 32 / 4u);
  shuffles(quad, failures);
  if (warp.meta_group_rank() == 1) // each tile on its own
    EXPECT(sum<32>(warp, x) == 32 * 47 + 16);
  if (quad.meta_group_rank() % 2 == 0)
    EXPECT(sum<4>(quad, quad.thread_rank()) == 6);

  EXPECT(cg::group_size(quad) == 4 && cg::thread_rank(quad) == x % 4u);
  EXPECT(neighbour(quad, x) == x / 4 * 4 + (x + 1) % 4);
  EXPECT(neighbour(cg::tiled_partition(block, 16), x) == x / 16 * 16 + (x + 1) % 16);
  EXPECT(neighbour(cg::tiled_partition(cg::tiled_partition(block, 16), 2), x) == (x ^ 1));
  EXPECT(neighbour(cg::this_thread(), x) == x);
  block.sync();
  EXPECT(neighbour(block, x) == (x + 1) % 96);
}

int main() {
  int* failures = nullptr;
  int line = -1;
  cudaMalloc(&failures, sizeof(int));
  cudaMemset(failures, 0, sizeof(int));
  tiles<<<2, 96>>>(failures);
  const cudaError_t error = cudaMemcpy(&line, failures, sizeof line, cudaMemcpyDeviceToHost);
  cudaFree(failures);
  if (error != cudaSuccess || line != 0)
    printf("%s; wrong in line %d\n", cudaGetErrorString(error), line);
  return error != cudaSuccess || line != 0;
}
