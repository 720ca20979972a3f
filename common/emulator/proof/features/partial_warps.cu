// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: shuffles in part of a warp, whose unused lanes read values that nobody has.
#include <cstdio>

__global__ void sums(const int* a, int* result, int n) {
  const int i = threadIdx.x, lane = i % 32;
  // Half a warp: lanes 8 to 15 read lanes that take no part; nobody uses what they compute.
  if (lane < 16) {
    int x = a[i];
    for (int delta = 8; delta > 0; delta /= 2)
      x += __shfl_down_sync(0x0000ffff, x, delta);
    if (lane == 0)
      result[i / 32] = x;
  }
  // An inclusive scan in the upper half.
  if (lane >= 16) {
    int x = a[i];
    for (int delta = 1; delta < 16; delta *= 2) {
      const int below = __shfl_up_sync(0xffff0000, x, delta);
      if (lane - 16 >= delta)
        x += below;
    }
    if (lane == 31)
      result[2 + i / 32] = x;
  }
  // The lanes that take a branch, as a vote before it says.
  const unsigned odd = __ballot_sync(0xffffffff, i % 2 == 1);
  if (i % 2 == 1) {
    const int x = __reduce_add_sync(odd, a[i]);
    if (lane == 1)
      result[4 + i / 32] = x;
  }
  // One atomic operation for all lanes that are here together.
  if (i % 4 == 0) {
    const unsigned here = __activemask();
    const int first = __ffs(here) - 1;
    int place = 0;
    if (lane == first)
      place = atomicAdd(&result[6], __popc(here));
    place = __shfl_sync(here, place, first) + __popc(here & ((1u << lane) - 1));
    atomicAdd(&result[7], place);
  }
  if (i >= n) // 8 lanes of the last warp
    return;
  if (__ballot_sync(0xffffffff, 1) == 0xff)
    atomicAdd(&result[8], 1);
}

int main() {
  int start[64], got[9] = {}, *a = nullptr, *result = nullptr;
  for (int i = 0; i < 64; ++i)
    start[i] = i;
  cudaMalloc(&a, sizeof start);
  cudaMalloc(&result, sizeof got);
  cudaMemcpy(a, start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemset(result, 0, sizeof got);
  sums<<<1, 64>>>(a, result, 40);
  const cudaError_t error = cudaMemcpy(got, result, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(result);
  const int wanted[9] = {120, 632, 376, 888, 256, 768, 16, 120, 8};
  int failures = error != cudaSuccess;
  for (int k = 0; k < 9; ++k)
    if (got[k] != wanted[k]) {
      printf("result %d is %d in place of %d\n", k, got[k], wanted[k]);
      failures = 1;
    }
  return failures;
}
