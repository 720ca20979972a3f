// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 03: matrix multiplication, one thread for each element.
//
//   ./lab grade lab03     is it right, and do neighbours read neighbours?
//   ./lab run lab03       run small products and look at them
//   ./lab hint lab03      a little help, then a little more
//
// README.md explains the idea with pictures; lab03.h says what the function must do.
//
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab03.1, lab03.2, lab03.3. The grader shows how far
// STARTER: // you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
#include "lab03.h"

#include "lab/cuda_check.h"

// ---- CPU reference: what a product is --------------------------------------------------------

void matmul_reference(const float* M, const float* N, float* P, int I, int J, int K) {
  for (int row = 0; row < I; ++row)
    for (int col = 0; col < K; ++col) {
      float sum = 0.0f;
      for (int j = 0; j < J; ++j)
        sum += M[row * J + j] * N[j * K + col];
      P[row * K + col] = sum;
    }
}

// ---- The kernel: the two outer loops have become threads --------------------------------------

__global__ void matmul_naive_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab03.1): `row` and `col` of the element of P that this thread makes, from
  // STARTER: // blockIdx, blockDim and threadIdx (2 lines to change).
  // STARTER: // TODO(lab03.3): which of the two should threadIdx.x count? The grader counts what a
  // STARTER: // warp reads (0 lines if you chose well).
  // STARTER: const int row = 0;
  // STARTER: const int col = 0;
  // STARTER: // TODO(lab03.2): threads outside P have nothing to do (2 lines).
  // x along a row of N and P: the threads of a warp read and write neighbours.
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= I || col >= K)
    return;
  // END SOLUTION

  float sum = 0.0f;
  // BEGIN SOLUTION
  // STARTER: // TODO(lab03.1): add the J products of row `row` of M and column `col` of N
  // STARTER: // (about 2 lines).
  for (int j = 0; j < J; ++j)
    sum += M[row * J + j] * N[j * K + col];
  // END SOLUTION
  P[row * K + col] = sum;
}

void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(16, 16);
  // BEGIN SOLUTION
  // STARTER: // TODO(lab03.2): enough blocks for all of P, also where the last ones are partly
  // STARTER: // outside (1 line to change).
  // STARTER: const dim3 grid(K / 16, I / 16);
  const dim3 grid((K + 15) / 16, (I + 15) / 16);
  // END SOLUTION
  matmul_naive_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
