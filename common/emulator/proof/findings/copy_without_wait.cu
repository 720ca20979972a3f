// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_copy
// Says: shared memory: row[
// Says: reads it {read}
// Says: copies to it {copy}
// GPU: not run: what racecheck says of asynchronous copies is not known yet
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void reverse(const int* a, int* b) {
  __shared__ int row[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, row, a, sizeof row); // @copy
  // cg::wait(block) is missing.
  b[threadIdx.x] = row[63 - threadIdx.x]; // @read
  cg::wait(block);
}

int main() {
  int *a = nullptr, *b = nullptr;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(a, b);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  return error == cudaSuccess ? 0 : 1;
}
