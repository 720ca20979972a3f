// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: absent_lanes
// Says: error: lanes of a warp that take no part (kernel product)
// Says: thread (0,0) of block (0,0) calls it {here}
// Says: thread (16,0) of block (0,0) returned {left}
// Says: mma_sync() reads lane 16, which has returned: the value is undefined
// GPU: memcheck misses: no tool of compute-sanitizer looks at products of warps
#include <cstdio>
#include <mma.h>

using namespace nvcuda;

__global__ void product(float* to) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(a, half(1.0f));
  wmma::fill_fragment(b, half(1.0f));
  wmma::fill_fragment(sums, 0.0f);
  if (threadIdx.x >= 16)
    return;                         // @left
  wmma::mma_sync(sums, a, b, sums); // @here
  to[threadIdx.x] = sums.x[0];
}

int main() {
  float* to = nullptr;
  cudaMalloc(&to, 32 * sizeof(float));
  product<<<1, 32>>>(to);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(to);
}
