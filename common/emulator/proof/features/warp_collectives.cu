// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: shuffles with widths, votes, match, reduce, __activemask and voting block barriers.
#include <cstdio>

// Notes the last line at which a thread sees something else than a GPU promises.
#define EXPECT(what)                                                                               \
  if (!(what))                                                                                     \
  atomicMax(failures, __LINE__)

template <class T>
__device__ void shuffles(int* failures) {
  const unsigned full = 0xffffffff;
  const int lane = threadIdx.x % 32;
  const T mine = T(lane * 3);
  EXPECT(__shfl_sync(full, mine, 5) == T(15));
  EXPECT(__shfl_sync(full, mine, 35) == T(9)); // modulo the width
  EXPECT(__shfl_sync(full, mine, 5, 8) == T((lane / 8 * 8 + 5) * 3));
  EXPECT(__shfl_up_sync(full, mine, 2) == T((lane < 2 ? lane : lane - 2) * 3));
  EXPECT(__shfl_up_sync(full, mine, 1, 4) == T((lane % 4 == 0 ? lane : lane - 1) * 3));
  EXPECT(__shfl_down_sync(full, mine, 4) == T((lane > 27 ? lane : lane + 4) * 3));
  EXPECT(__shfl_down_sync(full, mine, 8, 16) == T((lane % 16 < 8 ? lane + 8 : lane) * 3));
  EXPECT(__shfl_xor_sync(full, mine, 17) == T((lane ^ 17) * 3));
  // With a width, a later segment cannot be read, an earlier one can.
  EXPECT(__shfl_xor_sync(full, mine, 8, 8) == T((lane / 8 % 2 == 1 ? lane - 8 : lane) * 3));
  EXPECT(__match_any_sync(full, T(lane / 4)) == 15u << lane / 4 * 4);
  int all = -1;
  EXPECT(__match_all_sync(full, T(7), &all) == full && all == 1);
  EXPECT(__match_all_sync(full, T(lane / 31), &all) == 0 && all == 0);
}

__global__ void collectives(int* failures) {
  const unsigned full = 0xffffffff;
  const int i = threadIdx.x, lane = i % 32;
  shuffles<int>(failures);
  shuffles<unsigned>(failures);
  shuffles<long>(failures);
  shuffles<unsigned long>(failures);
  shuffles<long long>(failures);
  shuffles<unsigned long long>(failures);
  shuffles<float>(failures);
  shuffles<double>(failures);
  EXPECT(__ballot_sync(full, lane % 2) == 0xaaaaaaaa);
  EXPECT(__any_sync(full, lane == 9) == 1 && __any_sync(full, lane > 31) == 0);
  EXPECT(__all_sync(full, lane < 32) == 1 && __all_sync(full, lane != 9) == 0);
  EXPECT(__reduce_add_sync(full, lane) == 496 && __reduce_add_sync(full, 1u << 31) == 0);
  EXPECT(__reduce_min_sync(full, lane - 8) == -8 && __reduce_max_sync(full, lane - 8) == 23);
  EXPECT(__reduce_min_sync(full, unsigned(lane - 8)) == 0);
  EXPECT(__reduce_max_sync(full, unsigned(lane - 8)) == 0xffffffff);
  EXPECT(__reduce_and_sync(full, ~(1u << lane / 2)) == 0xffff0000);
  EXPECT(__reduce_or_sync(full, 1u << lane) == full && __reduce_xor_sync(full, lane + 1u) == 32);
  if (lane < 12) { // two groups at once, in different places, each with its own mask
    EXPECT(__ballot_sync(0xfff, lane == 3) == 8);
    EXPECT((__activemask() & 1u << lane) != 0);
  } else {
    EXPECT(__shfl_sync(0xfffff000, lane, 12) == 12);
  }
  __syncwarp();
  EXPECT(__syncthreads_count(i % 3 == 0) == 32);
  EXPECT(__syncthreads_and(i < 96) != 0 && __syncthreads_and(i != 40) == 0);
  EXPECT(__syncthreads_or(i == 95) != 0 && __syncthreads_or(i > 95) == 0);
  if (lane >= 20)
    return; // lanes that have returned are not waited for
  EXPECT(__ballot_sync(full, 1) == 0xfffff);
}

int main() {
  int* failures = nullptr;
  int line = -1;
  cudaMalloc(&failures, sizeof(int));
  cudaMemset(failures, 0, sizeof(int));
  collectives<<<2, 96>>>(failures);
  const cudaError_t error = cudaMemcpy(&line, failures, sizeof line, cudaMemcpyDeviceToHost);
  cudaFree(failures);
  if (error != cudaSuccess || line != 0)
    printf("%s; wrong in line %d\n", cudaGetErrorString(error), line);
  return error != cudaSuccess || line != 0;
}
