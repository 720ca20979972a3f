// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: clock(), clock64(), __nanosleep() and assertions that hold, in kernels; clock() on the host.
#include <cassert>
#include <cstdio>
#include <ctime>

__global__ void measure(long long* ticks, int* failures) {
  const long long begin = clock64();
  const clock_t short_begin = clock();
  long long now = begin;
  for (int i = 0; i < 1000 && now == begin; ++i) {
    __nanosleep(100);
    now = clock64();
  }
  assert(now >= begin);
  ticks[threadIdx.x] = now - begin;
  if (now <= begin || clock() == short_begin)
    atomicAdd(failures, 1);
}

int main() {
  const clock_t host = clock();
  assert(host != (clock_t)-1);
  long long* ticks = nullptr;
  int* failures = nullptr;
  int failed = -1;
  cudaMalloc(&ticks, 64 * sizeof(long long));
  cudaMalloc(&failures, sizeof(int));
  cudaMemset(failures, 0, sizeof(int));
  measure<<<1, 64>>>(ticks, failures);
  const cudaError_t error = cudaMemcpy(&failed, failures, sizeof failed, cudaMemcpyDeviceToHost);
  cudaFree(ticks);
  cudaFree(failures);
  if (error != cudaSuccess || failed != 0)
    printf("%s, %d threads saw no time pass\n", cudaGetErrorString(error), failed);
  return error != cudaSuccess || failed != 0 || (double)(clock() - host) / CLOCKS_PER_SEC > 10;
}
