// FAILS speed.naive (slow) on gpu
// says: "times as fast|faster|slower"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// No parallelism at all: right, and slow.
#include "lab03.h"

#include "lab/cuda_check.h"

__global__ void matmul_naive_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row != 0 || col != 0)
    return;
  for (int r = 0; r < I; ++r)
    for (int c = 0; c < K; ++c) {
      float sum = 0.0f;
      for (int j = 0; j < J; ++j)
        sum += M[r * J + j] * N[j * K + c];
      P[r * K + c] = sum;
    }
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(16, 16);
  const dim3 grid((K + 15) / 16, (I + 15) / 16);
  matmul_naive_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
