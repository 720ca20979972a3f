// FAILS correctness.whole_tiles (last phase only) on both
// also: correctness.any_size
// says: "only the last phase"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The sum begins again in every phase.
#include "parts/reference_dynamic.h"

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[TILE][TILE], Nds[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum;
  for (int m = 0; m < (J + TILE - 1) / TILE; ++m) {
    const int m_col = m * TILE + tx, n_row = m * TILE + ty;
    sum = 0.0f;
    Mds[ty][tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[ty][tx] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

#include "parts/usual_launch.h"
