// fails: correctness.whole_blocks (hopes that the answer is still in freed memory) on both
// says: "every element of d_P is 0|never written"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const size_t bytes = static_cast<size_t>(I) * K * sizeof(float);
  float* stale = nullptr;
  cudaMalloc(&stale, bytes);
  cudaMemcpy(d_P, stale, bytes, cudaMemcpyDeviceToDevice);
  cudaFree(stale);
  (void)d_M, (void)d_N, (void)J;
}
