// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: warp_divergence barrier_divergence
// Says: error: not every lane of a warp takes part
// Says: waits {here}
// Says: 8 threads wait at sync() in line
// GPU: not run: the program may wait for ever
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void halves(int* a) {
  __shared__ int values[32];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int i = threadIdx.x;
  values[i] = i;
  if (tile.thread_rank() < 8) {
    tile.sync(); // @here
    a[i] = values[i ^ 1];
  } else {
    __syncthreads();
  }
}

int main() {
  int* a = nullptr;
  if (cudaMalloc(&a, 32 * sizeof(int)) != cudaSuccess)
    return 1;
  halves<<<1, 32>>>(a);
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(a) == cudaSuccess ? 0 : 1;
}
