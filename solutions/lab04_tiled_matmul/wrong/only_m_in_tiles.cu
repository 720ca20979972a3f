// FAILS traffic.loads (requests) on both
// also: speed.static
// says: "global load requests"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// N is still read from global memory in the innermost loop.
#include "parts/reference_dynamic.h"

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int m = 0; m < (J + TILE - 1) / TILE; ++m) {
    const int m_col = m * TILE + tx;
    Mds[ty][tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE && m * TILE + k < J; ++k)
      sum += Mds[ty][k] * (col < K ? N[(m * TILE + k) * K + col] : 0.0f);
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

#include "parts/usual_launch.h"
