// FAILS build (compile error) on both
// says: "__syncthread"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The name of the barrier ends in s.
#include "parts/reference_dynamic.h"

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[TILE][TILE], Nds[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int m = 0; m < (J + TILE - 1) / TILE; ++m) {
    const int m_col = m * TILE + tx, n_row = m * TILE + ty;
    Mds[ty][tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[ty][tx] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    __syncthread();
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    __syncthread();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

#include "parts/usual_launch.h"
