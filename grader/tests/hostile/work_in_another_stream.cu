// fails: speed.naive (works in a stream that events of the default stream do not measure) on gpu
// says: "fast"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

__global__ void product(const float* M, const float* N, float* P, int I, int J, int K) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= I || col >= K)
    return;
  float sum = 0.0f;
  for (int j = 0; j < J; ++j)
    sum += M[row * J + j] * N[j * K + col];
  P[row * K + col] = sum;
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  static cudaStream_t aside = nullptr;
  if (aside == nullptr)
    cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
  product<<<dim3((I + 15) / 16, (K + 15) / 16), dim3(16, 16), 0, aside>>>(d_M, d_N, d_P, I, J, K);
}
