// FAILS traffic.loads (too many threads) on both
// also: speed.naive
// says: "threads for"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Multiplied in place of divided: right, but nearly all threads find no element of P.
#include "lab03.h"

#include "lab/cuda_check.h"

__global__ void matmul_naive_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= I || col >= K)
    return;
  float sum = 0.0f;
  for (int j = 0; j < J; ++j)
    sum += M[row * J + j] * N[j * K + col];
  P[row * K + col] = sum;
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(16, 16);
  const dim3 grid((K + 15) * 16, (I + 15) / 16);
  matmul_naive_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
