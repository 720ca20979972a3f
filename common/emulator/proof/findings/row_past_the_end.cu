// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: reads it {here}
// Says: one row
// GPU: memcheck misses: another allocation begins right behind this one
#include <cstdio>

__global__ void sum_below(const float* grid, float* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  out[y * width + x] = grid[y * width + x] + grid[(y + 1) * width + x]; // @here
}

int main() {
  const int width = 16, height = 16;
  float *grid = nullptr, *out = nullptr;
  cudaMalloc(&grid, width * height * sizeof(float));
  cudaMalloc(&out, width * height * sizeof(float));
  cudaMemset(grid, 0, width * height * sizeof(float));
  sum_below<<<1, dim3(width, height)>>>(grid, out, width, height);
  cudaDeviceSynchronize();
  cudaFree(grid);
  cudaFree(out);
  cudaGetLastError();
  return 0;
}
