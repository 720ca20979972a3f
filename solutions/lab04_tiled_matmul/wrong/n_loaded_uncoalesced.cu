// FAILS traffic.loads (sectors) on both
// also: speed.static
// says: "side by side|neighbours"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Neighbouring threads load from different rows of N. (Rows of TILE + 2 floats keep this variant
// free of bank conflicts.)
#include "parts/reference_dynamic.h"

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[TILE][TILE], Nds[TILE][TILE + 2];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  const int n_col = blockIdx.x * TILE + ty;
  for (int m = 0; m < (J + TILE - 1) / TILE; ++m) {
    const int m_col = m * TILE + tx, n_row = m * TILE + tx;
    Mds[ty][tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[tx][ty] = n_row < J && n_col < K ? N[n_row * K + n_col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

#include "parts/usual_launch.h"
