// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Right in another way: tiles of 32, and two of each. A phase loads into one pair while slow
// threads still compute with the other, so one barrier a phase is enough. The checks must let it
// pass.
#include "../wrong/parts/reference_dynamic.h"

constexpr int SIDE = 32;

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[2][SIDE][SIDE], Nds[2][SIDE][SIDE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;
  float sum = 0.0f;
  for (int m = 0; m < (J + SIDE - 1) / SIDE; ++m) {
    const int m_col = m * SIDE + tx, n_row = m * SIDE + ty, now = m % 2;
    Mds[now][ty][tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[now][ty][tx] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    // Who passes it knows that all have finished computing the phase before this one: its pair of
    // tiles is the one that the next phase loads over.
    __syncthreads();
    for (int k = 0; k < SIDE; ++k)
      sum += Mds[now][ty][k] * Nds[now][k][tx];
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(SIDE, SIDE);
  const dim3 grid((K + SIDE - 1) / SIDE, (I + SIDE - 1) / SIDE);
  matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
