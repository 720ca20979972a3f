// fails: clean.whole_blocks (computes on the host, with an empty kernel for show) on both
// says: "host's work"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <vector>

__global__ void show() {}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  show<<<1, 32>>>();
  std::vector<float> M(static_cast<size_t>(I) * J), N(static_cast<size_t>(J) * K),
      P(static_cast<size_t>(I) * K);
  cudaMemcpy(M.data(), d_M, M.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(N.data(), d_N, N.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int row = 0; row < I; ++row)
    for (int j = 0; j < J; ++j)
      for (int col = 0; col < K; ++col)
        P[row * K + col] += M[row * J + j] * N[j * K + col];
  cudaMemcpy(d_P, P.data(), P.size() * sizeof(float), cudaMemcpyHostToDevice);
}
