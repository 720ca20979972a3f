// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The tiled product with each of its barriers, and with either left out.
// Use: tiled W clean|traffic|none; prints the findings or the traffic.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "emulator/emulator.h"

constexpr int TILE = 16;

__global__ void tiled_kernel(const float* M, const float* N, float* P, int W) {
  __shared__ float Mds[TILE][TILE];
  __shared__ float Nds[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0;
  for (int m = 0; m < W / TILE; ++m) {
    Mds[ty][tx] = M[row * W + m * TILE + tx];
    Nds[ty][tx] = N[(m * TILE + ty) * W + col]; // line 23
#ifndef NO_FIRST_BARRIER
    __syncthreads();
#endif
    for (int k = 0; k < TILE; ++k)
      sum += Mds[ty][k] * Nds[k][tx]; // line 28
#ifndef NO_SECOND_BARRIER
    __syncthreads();
#endif
  }
  P[row * W + col] = sum;
}

int main(int count, char** words) {
  namespace emulator = cudalab::emulator;
  const int W = count > 1 ? std::atoi(words[1]) : 32;
  const bool traffic = count > 2 && std::strcmp(words[2], "traffic") == 0;
  const bool none = count > 2 && std::strcmp(words[2], "none") == 0;
  const size_t bytes = sizeof(float) * W * W;
  float *h = (float*)std::malloc(bytes), *d_M, *d_N, *d_P;
  for (int i = 0; i < W * W; ++i)
    h[i] = i % 7;
  cudaMalloc(&d_M, bytes);
  cudaMalloc(&d_N, bytes);
  cudaMalloc(&d_P, bytes);
  cudaMemcpy(d_M, h, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_N, h, bytes, cudaMemcpyHostToDevice);
  emulator::name_allocation(d_M, "d_M");
  emulator::name_allocation(d_N, "d_N");
  emulator::name_allocation(d_P, "d_P");
  if (!none)
    emulator::observe(traffic ? emulator::observation::traffic : emulator::observation::clean);
  dim3 block(TILE, TILE), grid(W / TILE, W / TILE);
  tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, W);
  cudaDeviceSynchronize();
  std::puts((traffic ? emulator::take_traffic() : emulator::take_findings()).c_str());
}
