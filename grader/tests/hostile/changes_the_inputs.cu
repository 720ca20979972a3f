// fails: correctness.whole_blocks (makes the inputs zero, so that zero is right) on both
// says: "every element of d_P is 0|changed"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  cudaMemset(const_cast<float*>(d_M), 0, static_cast<size_t>(I) * J * sizeof(float));
  cudaMemset(const_cast<float*>(d_N), 0, static_cast<size_t>(J) * K * sizeof(float));
  cudaMemset(d_P, 0, static_cast<size_t>(I) * K * sizeof(float));
}
