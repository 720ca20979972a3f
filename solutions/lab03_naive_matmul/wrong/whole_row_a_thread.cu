// FAILS clean.whole_blocks (race) on both
// also: clean.any_size, traffic.loads, traffic.stores, speed.naive
// also: correctness.whole_blocks, correctness.any_size
// says: "d_P"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread makes the whole row: right, but every element is written by all threads of the row.
#include "lab03.h"

#include "lab/cuda_check.h"

__global__ void matmul_naive_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= I || col >= K)
    return;
  for (int c = 0; c < K; ++c) {
    float sum = 0.0f;
    for (int j = 0; j < J; ++j)
      sum += M[row * J + j] * N[j * K + c];
    P[row * K + c] = sum;
  }
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(16, 16);
  const dim3 grid((K + 15) / 16, (I + 15) / 16);
  matmul_naive_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
