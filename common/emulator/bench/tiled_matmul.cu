// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The kernel of the benchmark. Compiled twice, for the fast and for the checked flavour, with
/// CUDALAB_FLAVOUR as the name of the namespace.
#include <cuda_runtime.h>

#include "tiled_matmul.h"

namespace CUDALAB_FLAVOUR {

constexpr int tile = 16;

__global__ void tiled_matmul_kernel(const float* d_M, const float* d_N, float* d_P, int width) {
  __shared__ float Mds[tile][tile];
  __shared__ float Nds[tile][tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
  float sum = 0;
  for (int m = 0; m < width / tile; ++m) {
    Mds[ty][tx] = d_M[row * width + m * tile + tx];
    Nds[ty][tx] = d_N[(m * tile + ty) * width + col];
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  d_P[row * width + col] = sum;
}

void tiled_matmul(const float* d_M, const float* d_N, float* d_P, int width) {
  tiled_matmul_kernel<<<dim3(width / tile, width / tile), dim3(tile, tile)>>>(d_M, d_N, d_P, width);
}

} // namespace CUDALAB_FLAVOUR
