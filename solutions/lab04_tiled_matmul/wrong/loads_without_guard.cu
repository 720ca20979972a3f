// FAILS clean.any_size (out of bounds) on both
// also: correctness.any_size
// says: "outside"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// At the edges the tiles are filled with the next row, and with what lies behind the matrix.
#include "parts/reference_dynamic.h"

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[TILE][TILE], Nds[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int m = 0; m < (J + TILE - 1) / TILE; ++m) {
    Mds[ty][tx] = M[row * J + m * TILE + tx];
    Nds[ty][tx] = N[(m * TILE + ty) * K + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

#include "parts/usual_launch.h"
