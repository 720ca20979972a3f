// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: cooperative_groups/reduce.h and scan.h on tiles and coalesced groups, with types up to 32 bytes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

// Notes the last line at which a thread sees something else than a GPU promises.
#define EXPECT(what)                                                                               \
  if (!(what))                                                                                     \
  atomicMax(failures, __LINE__)

struct mean {
  double sum, weight, least;
};

__device__ mean joined(const mean& a, const mean& b) {
  return {a.sum + b.sum, a.weight + b.weight, a.least < b.least ? a.least : b.least};
}

template <class Group>
__device__ void reductions(const Group& group, int* failures) {
  const int rank = group.thread_rank(), n = group.size(), sum = n * (n - 1) / 2;
  const unsigned bits = n == 32 ? 0xffffffff : (1u << n) - 1;
  EXPECT(cg::reduce(group, rank, cg::plus<int>()) == sum);
  EXPECT(cg::reduce(group, rank * 0.5f, cg::plus<float>()) == sum * 0.5f);
  EXPECT(cg::reduce(group, rank - 3ll, cg::less<long long>()) == -3);
  EXPECT(cg::reduce(group, rank - 3, cg::greater<int>()) == n - 4);
  EXPECT(cg::reduce(group, 0.25 - rank, cg::greater<double>()) == 0.25);
  EXPECT(cg::reduce(group, 1u << rank, cg::bit_or<unsigned>()) == bits);
  EXPECT(cg::reduce(group, ~(1u << rank), cg::bit_and<unsigned>()) == ~bits);
  EXPECT(cg::reduce(group, 1u << rank, cg::bit_xor<unsigned>()) == bits);
  const mean mine = {1.0 * rank, 1, -1.0 * rank};
  const mean all = cg::reduce(group, mine, [](mean a, mean b) { return joined(a, b); });
  EXPECT(all.sum == sum && all.weight == n && all.least == 1 - n);
}

template <class Group>
__device__ void scans(const Group& group, int* failures) {
  const int rank = group.thread_rank();
  EXPECT(cg::inclusive_scan(group, 2) == 2 * (rank + 1));
  EXPECT(cg::exclusive_scan(group, 2) == 2 * rank);
  EXPECT(cg::exclusive_scan(group, rank + 0.5) == rank * rank / 2.0);
  EXPECT(cg::inclusive_scan(group, rank == 1 ? 9 : 3, cg::greater<int>()) == (rank > 0 ? 9 : 3));
  const unsigned below = cg::exclusive_scan(group, 1u << rank, cg::bit_or<unsigned>());
  EXPECT(below == (1u << rank) - 1);
  const mean up_to =
      cg::inclusive_scan(group, mean{1, 2, 1.0 * rank}, [](mean a, mean b) { return joined(a, b); });
  EXPECT(up_to.sum == rank + 1 && up_to.weight == 2 * (rank + 1) && up_to.least == 0);
}

template <class Group>
__device__ void both(const Group& group, int* failures) {
  reductions(group, failures);
  scans(group, failures);
}

__global__ void compute(const int* values, int* total, int* failures) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  both(warp, failures);
  both(cg::tiled_partition<16>(block), failures);
  both(cg::tiled_partition<4>(warp), failures);
  both(cg::tiled_partition<2>(block), failures);
  both(cg::tiled_partition<1>(block), failures);
  both(cg::binary_partition(warp, warp.thread_rank() % 5 == 0), failures);
  if (threadIdx.x % 4 == 3)
    both(cg::coalesced_threads(), failures);

  // The sum of the block: of each warp, then of the warps.
  __shared__ int parts[3];
  const int part = cg::reduce(warp, values[block.thread_rank()], cg::plus<int>());
  if (warp.thread_rank() == 0)
    parts[warp.meta_group_rank()] = part;
  block.sync();
  if (block.thread_rank() == 0)
    *total = parts[0] + parts[1] + parts[2];
}

int main() {
  const int n = 96;
  int *values = nullptr, *total = nullptr, *failures = nullptr, host[n], line = -1, sum = -1;
  for (int i = 0; i < n; ++i)
    host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&failures, sizeof(int));
  cudaMemset(failures, 0, sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  compute<<<1, n>>>(values, total, failures);
  cudaMemcpy(&line, failures, sizeof line, cudaMemcpyDeviceToHost);
  const cudaError_t error = cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(total);
  cudaFree(failures);
  const bool good = error == cudaSuccess && line == 0 && sum == n * (n - 1) / 2;
  if (!good)
    printf("%s; wrong in line %d; sum %d\n", cudaGetErrorString(error), line, sum);
  return good ? 0 : 1;
}
