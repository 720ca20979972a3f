// FAILS traffic.saxpy (too many blocks) on both
// says: "blocks were launched"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A block for every 256 elements: right, but not with the given blocks.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_3.h"

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += step)
    y[i] = alpha * x[i] + y[i];
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  saxpy_kernel<<<(n + 256) / 256, 256>>>(alpha, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}
