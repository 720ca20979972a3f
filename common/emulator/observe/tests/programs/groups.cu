// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One mistake a kernel, each where a member of a cooperative group is inlined. Use: groups NAME;
// prints the findings. Lines marked with a comment are those that the tests expect.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cstring>

#include "emulator/emulator.h"

namespace cg = cooperative_groups;

// The header reads the argument, by reference.
__global__ void shuffle_races(int* out) {
  __shared__ int tile[32];
  const auto group = cg::tiled_partition<8>(cg::this_thread_block());
  tile[threadIdx.x] = threadIdx.x;                         // writer of shuffle_races
  out[threadIdx.x] = group.shfl(tile[threadIdx.x ^ 9], 0); // shuffle_races
}

__global__ void reduce_races(int* out) {
  __shared__ int tile[32];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  tile[threadIdx.x] = threadIdx.x; // writer of reduce_races
  out[threadIdx.x] =
      cg::reduce(warp, tile[31 - threadIdx.x], cg::plus<int>()); // reduce_races
}

// tile.sync() orders only its own threads.
__global__ void tile_is_too_small(int* out) {
  __shared__ int tile[32];
  const auto half = cg::tiled_partition<16>(cg::this_thread_block());
  tile[threadIdx.x] = threadIdx.x; // writer of tile_is_too_small
  half.sync();
  out[threadIdx.x] = tile[31 - threadIdx.x]; // tile_is_too_small
}

__global__ void copy_too_far(int* out) {
  __shared__ int tile[32];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, out + 40, sizeof tile); // copy_too_far
  cg::wait(block);
}

// What the threads left behind: members of groups were inlined into the function too.
__global__ void returns_before_sync(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() >= 16)
    return; // returns_before_sync
  out[threadIdx.x] = 0;
  block.sync(); // barrier of returns_before_sync
}

__global__ void scan_in_branch(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (threadIdx.x < 12)
    out[threadIdx.x] = cg::inclusive_scan(warp, 1); // scan_in_branch
  else
    warp.sync(); // barrier of scan_in_branch
}

// The upper threads' values are in the sum, although they have left.
__global__ void reduce_after_return(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (warp.thread_rank() >= 20)
    return; // return of reduce_after_return
  const int sum = cg::reduce(warp, 1, cg::plus<int>()); // reduce_after_return
  out[threadIdx.x] = sum;
}

__global__ void scan_after_return(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (warp.thread_rank() == 3)
    return; // return of scan_after_return
  out[threadIdx.x] = cg::exclusive_scan(warp, 1); // scan_after_return
}

// A group outside its threads: lane 0's is kept for all.
__global__ void borrowed_group(int* out) {
  __shared__ alignas(8) unsigned char room[sizeof(cg::coalesced_group)];
  cg::coalesced_group* const kept = reinterpret_cast<cg::coalesced_group*>(room);
  if (threadIdx.x == 0)
    *kept = cg::coalesced_threads();
  __syncthreads();
  out[threadIdx.x] = kept->any(1); // borrowed_group
}

// The debug information has what stands in a namespace in another place.
namespace inner {
__global__ void in_namespace(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  for (int round = 0; round < 2; ++round) {
    block.sync(); // in_namespace
    if (threadIdx.x >= 20)
      continue; // way out of in_namespace
    out[threadIdx.x] = round;
    block.sync(); // barrier of in_namespace
  }
}
} // namespace inner
using inner::in_namespace;

// The barrier of a tile does not hold back the block's other warp. (Two are launched.)
__global__ void tile_for_block(int* out) {
  __shared__ int tile[64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  tile[threadIdx.x] = threadIdx.x; // writer of tile_for_block
  warp.sync();                     // barrier of tile_for_block
  out[threadIdx.x] = tile[63 - threadIdx.x]; // tile_for_block
}

// Neither of these barriers of a warp is at a place for the block's.
__global__ void tile_in_branch(int* out) {
  __shared__ int tile[64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32)
    warp.sync();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void tile_before_loop(int* out) {
  __shared__ int tile[64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  warp.sync();
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = round;
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
}

__global__ void good(int* out) {
  __shared__ int tile[32];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  tile[threadIdx.x] = threadIdx.x;
  warp.sync();
  out[threadIdx.x] = cg::reduce(warp, tile[threadIdx.x ^ 1], cg::greater<int>());
}

int main(int, char** words) {
  namespace emulator = cudalab::emulator;
  int* d_out = nullptr;
  cudaMalloc(&d_out, 64 * sizeof(int));
  cudaMemset(d_out, 0, 64 * sizeof(int));
  emulator::observe(emulator::observation::clean);
#define RUN(kernel)                                                                                \
  if (std::strcmp(words[1], #kernel) == 0)                                                         \
    kernel<<<1, 32>>>(d_out);
  RUN(shuffle_races)
  RUN(reduce_races)
  RUN(tile_is_too_small)
  RUN(copy_too_far)
  RUN(returns_before_sync)
  RUN(scan_in_branch)
  RUN(reduce_after_return)
  RUN(scan_after_return)
  RUN(borrowed_group)
  RUN(in_namespace)
  if (std::strcmp(words[1], "tile_for_block") == 0)
    tile_for_block<<<1, 64>>>(d_out);
  if (std::strcmp(words[1], "tile_in_branch") == 0)
    tile_in_branch<<<1, 64>>>(d_out);
  if (std::strcmp(words[1], "tile_before_loop") == 0)
    tile_before_loop<<<1, 64>>>(d_out);
  RUN(good)
  if (cudaDeviceSynchronize() != cudaSuccess)
    std::fputs("error\n", stderr);
  std::puts(emulator::take_findings().c_str());
}
