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
// BEGIN SOLUTION
// STARTER: // The kernel below is often written like this the first time. It is wrong. Work through
// STARTER: // the TODOs in order: lab04.1, lab04.2, lab04.3. The grader shows how far you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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

  // BEGIN SOLUTION
  // STARTER: // TODO(lab04.1): threads do not wait for each other, and P is written in every phase:
  // STARTER: // say what can go wrong, then fix it (2 lines to add, 1 to move).
  // STARTER: // TODO(lab04.2): any I, J, K: round the number of phases up, fill the parts of a tile
  // STARTER: // that lie outside its matrix with 0, store only inside P (about 6 lines to change).
  // STARTER: for (int m = 0; m < J / TILE; ++m) {
  // STARTER:   Mds[ty][tx] = M[row * J + m * TILE + tx];
  // STARTER:   Nds[ty][tx] = N[(m * TILE + ty) * K + col];
  // STARTER:   for (int k = 0; k < TILE; ++k)
  // STARTER:     sum += Mds[ty][k] * Nds[k][tx];
  // STARTER:   P[row * K + col] = sum;
  // STARTER: }
  const int phases = (J + TILE - 1) / TILE;
  for (int m = 0; m < phases; ++m) {
    // Outside its matrix a tile holds 0, which adds nothing to the sum. No thread may leave early:
    // the barriers need all of them, and those without an element of P still load for the others.
    const int m_col = m * TILE + tx;
    const int n_row = m * TILE + ty;
    Mds[ty][tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[ty][tx] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    __syncthreads(); // both tiles are complete

    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx];
    __syncthreads(); // nobody reads them any more: the next phase may overwrite them
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
  // END SOLUTION
}

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(TILE, TILE);
  // BEGIN SOLUTION
  // STARTER: // TODO(lab04.2): blocks for all of P, also where a tile is not full (1 line).
  // STARTER: const dim3 grid(K / TILE, I / TILE);
  const dim3 grid((K + TILE - 1) / TILE, (I + TILE - 1) / TILE);
  // END SOLUTION
  matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: dynamic shared memory -------------------------------------------------------

// The side of a tile is the side of the block, known only when the program runs.
__global__ void matmul_tiled_dynamic_kernel(const float* M, const float* N, float* P, int I, int J,
                                            int K) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab04.3): the same kernel with the two tiles one after the other in
  // STARTER: // `extern __shared__ float tiles[];` and tile = blockDim.x (about 20 lines).
  extern __shared__ float tiles[];
  const int tile = blockDim.x;
  float* Mds = tiles;               // element (y, x) is at y * tile + x
  float* Nds = tiles + tile * tile; // behind the first tile, or they would overwrite each other

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * tile + ty;
  const int col = blockIdx.x * tile + tx;
  float sum = 0.0f;

  const int phases = (J + tile - 1) / tile;
  for (int m = 0; m < phases; ++m) {
    const int m_col = m * tile + tx;
    const int n_row = m * tile + ty;
    Mds[ty * tile + tx] = row < I && m_col < J ? M[row * J + m_col] : 0.0f;
    Nds[ty * tile + tx] = n_row < J && col < K ? N[n_row * K + col] : 0.0f;
    __syncthreads();

    for (int k = 0; k < tile; ++k)
      sum += Mds[ty * tile + k] * Nds[k * tile + tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
  // END SOLUTION
}

void matmul_tiled_dynamic(const float* d_M, const float* d_N, float* d_P, int I, int J, int K,
                          int tile) {
  const dim3 block(tile, tile);
  const dim3 grid((K + tile - 1) / tile, (I + tile - 1) / tile);
  // BEGIN SOLUTION
  // STARTER: const size_t shared_bytes = 0; // TODO(lab04.3): room for both tiles (1 line)
  const size_t shared_bytes = 2 * tile * tile * sizeof(float);
  // END SOLUTION
  matmul_tiled_dynamic_kernel<<<grid, block, shared_bytes>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
