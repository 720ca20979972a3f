// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_copy
// Says: {here}
// Says: copies from it
// Says: it may copy the new value
// GPU: racecheck misses: it watches shared memory only

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void take(int* values, int* sums) {
  __shared__ int buffer[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, buffer, values, sizeof buffer);
  block.sync();
  values[threadIdx.x] = 0; // @here
  cg::wait(block);
  sums[threadIdx.x] = buffer[threadIdx.x];
}

int main() {
  int *values = nullptr, *sums = nullptr;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&sums, 64 * sizeof(int));
  cudaMemset(values, 1, 64 * sizeof(int));
  take<<<1, 64>>>(values, sums);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(sums);
  return error == cudaSuccess ? 0 : 1;
}
