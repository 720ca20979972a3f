// FAILS correctness.dynamic (wrong values) on both
// also: clean.dynamic
// says: "is TILE left in the dynamic kernel"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The loop still ends at TILE, 16, whatever the side of the tile.
#include "parts/reference_static.h"

__global__ void matmul_tiled_dynamic_kernel(const float* M, const float* N, float* P, int I, int J,
                                            int K) {
  extern __shared__ float tiles[];
  const int tile = blockDim.x;
  float *Mds = tiles, *Nds = tiles + tile * tile;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
  float sum = 0.0f;
  for (int m = 0; m < (J + tile - 1) / tile; ++m) {
    const int m_col = m * tile + tx, n_row = m * tile + ty;
    Mds[ty * tile + tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[ty * tile + tx] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty * tile + k] * Nds[k * tile + tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

void matmul_tiled_dynamic(const float* d_M, const float* d_N, float* d_P, int I, int J, int K,
                          int tile) {
  const dim3 block(tile, tile);
  const dim3 grid((K + tile - 1) / tile, (I + tile - 1) / tile);
  matmul_tiled_dynamic_kernel<<<grid, block, 2 * tile * tile * sizeof(float)>>>(d_M, d_N, d_P, I, J,
                                                                                K);
  CUDA_CHECK(cudaGetLastError());
}
