// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: coalesced groups: the threads of a branch, partitions by predicate, label and rank, one thread for all.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// Notes the last line at which a thread sees something else than a GPU promises.
#define EXPECT(what)                                                                               \
  if (!(what))                                                                                     \
  atomicMax(failures, __LINE__)

// Holds for whatever threads are together: a GPU need not find all of a branch.
__device__ void any_group(const cg::coalesced_group& group, int* failures) {
  const unsigned rank = group.thread_rank(), size = group.size();
  const unsigned all = size == 32 ? 0xffffffff : (1u << size) - 1;
  EXPECT(rank < size && group.num_threads() == size);
  EXPECT(group.ballot(1) == all && group.ballot(rank == 0) == 1);
  EXPECT(group.any(rank + 1 == size) && group.all(1) && !group.any(0));
  EXPECT(group.shfl(rank, size - 1) == size - 1);
  EXPECT(group.shfl_up(rank, 1) == (rank == 0 ? 0 : rank - 1));
  EXPECT(group.shfl_down(rank, 2) == (rank + 2 >= size ? rank : rank + 2));
  EXPECT(group.match_any(rank / 2) == (all & 3u << rank / 2 * 2));
  int equal = -1;
  EXPECT(group.match_all(3.5, equal) == all && equal != 0);
  struct wide {
    double values[3];
  };
  const wide mine = {{rank + 0.25, rank + 0.5, rank + 0.75}};
  EXPECT(group.shfl(mine, 0).values[2] == 0.75);

  const cg::coalesced_group part = cg::tiled_partition(group, 4);
  EXPECT(part.thread_rank() == rank % 4);
  if (size > 4) // else the part is the group itself, and keeps its place among others
    EXPECT(part.meta_group_rank() == rank / 4 && part.meta_group_size() == (size + 3) / 4);
  EXPECT(part.shfl(rank, 0) == rank / 4 * 4);
}

// Takes places in a list, with one atomic operation for all threads that are together.
__device__ int place_in(int* count) {
  const cg::coalesced_group here = cg::coalesced_threads();
  int first = 0;
  if (here.thread_rank() == 0)
    first = atomicAdd(count, here.size());
  return here.shfl(first, 0) + here.thread_rank();
}

__global__ void groups(int* failures, int* count, int* list) {
  const int x = threadIdx.x;
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (x % 3 == 0)
    any_group(cg::coalesced_threads(), failures);
  warp.sync();

  const cg::coalesced_group half = cg::binary_partition(warp, x % 2 == 1);
  EXPECT(half.size() == 16 && half.thread_rank() == x % 32 / 2);
  EXPECT(half.shfl(x, 3) == x / 32 * 32 + 6 + x % 2);
  any_group(half, failures);
  const cg::coalesced_group whole = cg::binary_partition(warp, true);
  EXPECT(whole.size() == 32);

  const cg::coalesced_group alike = cg::labeled_partition(warp, x % 32 / 5);
  EXPECT(alike.size() == (x % 32 < 30 ? 5 : 2) && alike.thread_rank() == x % 32 % 5);
  EXPECT(alike.meta_group_size() == 7 && alike.meta_group_rank() == x % 32 / 5);
  any_group(alike, failures);
  const cg::coalesced_group both = cg::labeled_partition(half, 10 * (x % 32 / 8));
  EXPECT(both.size() == 4 && both.thread_rank() == x % 8 / 2);

  int calls = 0;
  cg::invoke_one(alike, [&](int by) { calls += by; }, 1);
  EXPECT(__popc(warp.ballot(calls == 1)) == 7);
  const double from_one = cg::invoke_one_broadcast(alike, [&] { return x / 32 + 0.5; });
  EXPECT(from_one == x / 32 + 0.5);

  const cg::thread_group general = alike; // its kind is forgotten
  EXPECT(general.size() == alike.size() && general.thread_rank() == alike.thread_rank());
  general.sync();
  if (x % 4 != 1)
    list[place_in(count)] = x;
}

int main() {
  const int chosen = 48;
  int *failures = nullptr, *count = nullptr, *list = nullptr;
  cudaMalloc(&failures, sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMalloc(&list, chosen * sizeof(int));
  cudaMemset(failures, 0, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  groups<<<1, 64>>>(failures, count, list);
  int line = -1, number = -1, found[chosen], sum = 0;
  cudaMemcpy(&line, failures, sizeof line, cudaMemcpyDeviceToHost);
  cudaMemcpy(&number, count, sizeof number, cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaMemcpy(found, list, sizeof found, cudaMemcpyDeviceToHost);
  for (int x : found)
    sum += x;
  cudaFree(failures);
  cudaFree(count);
  cudaFree(list);
  const bool good = error == cudaSuccess && line == 0 && number == chosen && sum == 1520;
  if (!good)
    printf("%s; wrong in line %d; %d of %d, sum %d\n", cudaGetErrorString(error), line, number,
           chosen, sum);
  return good ? 0 : 1;
}
