// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 04: matrix multiplication in tiles.
//
//   ./lab grade lab04     is it right, free of races, and does it read less?
//   ./lab run lab04       run small products and look at them
//   ./lab hint lab04      a little help, then a little more
//
// README.md explains the idea with pictures; lab04.h says what each function must do.
//
// The kernel below is often written like this the first time. It is wrong. Work through
// the TODOs in order: lab04.1, lab04.2, lab04.3. The grader shows how far you are.
#include "lab04.h"

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

// ---- Exercises 1 and 2: static shared memory -------------------------------------------------

// The side of a tile, known when the program is compiled. 32 works as well: try it.
constexpr int TILE = 16;

__global__ void matmul_tiled_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[TILE][TILE];
  __shared__ float Nds[TILE][TILE];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty; // the element of P that this thread makes
  const int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;

  // TODO(lab04.1): threads do not wait for each other, and P is written in every phase:
  // say what can go wrong, then fix it (2 lines to add, 1 to move).
  // TODO(lab04.2): any I, J, K: round the number of phases up, fill the parts of a tile
  // that lie outside its matrix with 0, store only inside P (about 6 lines to change).
  for (int m = 0; m < J / TILE; ++m) {
    Mds[ty][tx] = M[row * J + m * TILE + tx];
    Nds[ty][tx] = N[(m * TILE + ty) * K + col];
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    P[row * K + col] = sum;
  }
}

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(TILE, TILE);
  // TODO(lab04.2): blocks for all of P, also where a tile is not full (1 line).
  const dim3 grid(K / TILE, I / TILE);
  matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: dynamic shared memory -------------------------------------------------------

// The side of a tile is the side of the block, known only when the program runs.
__global__ void matmul_tiled_dynamic_kernel(const float* M, const float* N, float* P, int I, int J,
                                            int K) {
  // TODO(lab04.3): the same kernel with the two tiles one after the other in
  // `extern __shared__ float tiles[];` and tile = blockDim.x (about 20 lines).
}

void matmul_tiled_dynamic(const float* d_M, const float* d_N, float* d_P, int I, int J, int K,
                          int tile) {
  const dim3 block(tile, tile);
  const dim3 grid((K + tile - 1) / tile, (I + tile - 1) / tile);
  const size_t shared_bytes = 0; // TODO(lab04.3): room for both tiles (1 line)
  matmul_tiled_dynamic_kernel<<<grid, block, shared_bytes>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
