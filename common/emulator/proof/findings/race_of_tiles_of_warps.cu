// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: error: race on shared memory: values
// GPU: racecheck finds

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void across(int* out) {
  __shared__ int values[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  values[threadIdx.x] = threadIdx.x;
  tile.sync(); // not for the other tile
  out[threadIdx.x] = values[127 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  across<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
