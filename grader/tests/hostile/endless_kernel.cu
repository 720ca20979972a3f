// fails: correctness.whole_blocks (never ends its kernel) on cpu
// says: "the launch timed out"
// time limit: 1 s
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

__global__ void product(const float* M, const float* N, float* P, int I, int J, int K) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= I || col >= K)
    return;
  for (volatile int i = 0; i >= 0; i = i & 1)
    ;
  float sum = 0.0f;
  for (int j = 0; j < J; ++j)
    sum += M[row * J + j] * N[j * K + col];
  P[row * K + col] = sum;
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  product<<<dim3((K + 15) / 16, (I + 15) / 16), dim3(16, 16)>>>(d_M, d_N, d_P, I, J, K);
}
