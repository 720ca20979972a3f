// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given kernel that the ladder is measured against, its first rung: tiles of 32 x 32 in shared
// memory, one thread for each element of P. Each multiplication takes two loads from shared memory.
// Handed in as any of the functions it is right, and fails the traffic checks.
#include "lab10.h"

#include "lab/cuda_check.h"

constexpr int SIDE = 32;

__global__ void tiles_kernel(const float* M, const float* N, float* P, int I, int J, int K) {
  __shared__ float Mds[SIDE][SIDE];
  __shared__ float Nds[SIDE][SIDE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;
  float sum = 0.0f;
  for (int first = 0; first < J; first += SIDE) {
    Mds[ty][tx] = row < I && first + tx < J ? M[row * J + first + tx] : 0.0f;
    Nds[ty][tx] = first + ty < J && col < K ? N[(first + ty) * K + col] : 0.0f;
    __syncthreads();
    for (int j = 0; j < SIDE; ++j)
      sum += Mds[ty][j] * Nds[j][tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

void matmul_strips(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(SIDE, SIDE);
  const dim3 grid((K + SIDE - 1) / SIDE, (I + SIDE - 1) / SIDE);
  tiles_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

void matmul_squares(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  matmul_strips(d_M, d_N, d_P, I, J, K);
}

void matmul_vectors(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  matmul_strips(d_M, d_N, d_P, I, J, K);
}

void matmul_async(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  matmul_strips(d_M, d_N, d_P, I, J, K);
}

template <class shape>
void matmul_warps(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  matmul_strips(d_M, d_N, d_P, I, J, K);
}

template void matmul_warps<small_shape>(const float*, const float*, float*, int, int, int);
template void matmul_warps<wide_shape>(const float*, const float*, float*, int, int, int);

void matmul_best(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  matmul_strips(d_M, d_N, d_P, I, J, K);
}
