// fails: clean.whole_blocks (computes in a host function of the stream) on both
// says: "host's work"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <vector>

struct work {
  std::vector<float> M, N, P;
  int I, J, K;
};

void compute(void* data) {
  work& w = *static_cast<work*>(data);
  for (int row = 0; row < w.I; ++row)
    for (int j = 0; j < w.J; ++j)
      for (int col = 0; col < w.K; ++col)
        w.P[row * w.K + col] += w.M[row * w.J + j] * w.N[j * w.K + col];
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  work w{std::vector<float>(static_cast<size_t>(I) * J),
         std::vector<float>(static_cast<size_t>(J) * K),
         std::vector<float>(static_cast<size_t>(I) * K),
         I,
         J,
         K};
  cudaMemcpy(w.M.data(), d_M, w.M.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(w.N.data(), d_N, w.N.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaLaunchHostFunc(nullptr, compute, &w);
  cudaDeviceSynchronize();
  cudaMemcpy(d_P, w.P.data(), w.P.size() * sizeof(float), cudaMemcpyHostToDevice);
}
