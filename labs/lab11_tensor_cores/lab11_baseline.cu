// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given kernel that tensor cores are measured against: tiles of 32 x 32 in shared memory, one
// thread for each element of P, products and sums of floats. Each element of M and N is made a
// float when it is loaded. Handed in as any of the functions it fails the traffic checks.
#include "lab11.h"

#include "lab/cuda_check.h"

constexpr int SIDE = 32;

template <class number>
__global__ void plain_kernel(const number* M, const number* N, float* P, int I, int J, int K) {
  __shared__ float Mds[SIDE][SIDE];
  __shared__ float Nds[SIDE][SIDE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;
  float sum = 0.0f;
  for (int first = 0; first < J; first += SIDE) {
    Mds[ty][tx] = row < I && first + tx < J ? float(M[row * J + first + tx]) : 0.0f;
    Nds[ty][tx] = first + ty < J && col < K ? float(N[(first + ty) * K + col]) : 0.0f;
    __syncthreads();
    for (int j = 0; j < SIDE; ++j)
      sum += Mds[ty][j] * Nds[j][tx];
    __syncthreads();
  }
  if (row < I && col < K)
    P[row * K + col] = sum;
}

template <class number>
void multiply(const number* d_M, const number* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(SIDE, SIDE);
  const dim3 grid((K + SIDE - 1) / SIDE, (I + SIDE - 1) / SIDE);
  plain_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}

void matmul_fragments(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}

void matmul_fragments(const __nv_bfloat16* d_M, const __nv_bfloat16* d_N, float* d_P, int I, int J,
                      int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}

void matmul_tf32(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}

void matmul_tf32x3(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}

void matmul_tiles(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}

void matmul_mma(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}

void matmul_hopper(const half* d_M, const half* d_N, float* d_P, int I, int J, int K) {
  multiply(d_M, d_N, d_P, I, J, K);
}
