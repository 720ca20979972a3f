// FAILS clean.saxpy (out of bounds) on both
// also: correctness.saxpy
// says: "out of bounds|out_of_bounds"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The last round is not guarded: as many rounds for each thread.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_3.h"

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  const int rounds = (n + step - 1) / step;
  for (int i = first; i < rounds * step; i += step)
    y[i] = alpha * x[i] + y[i];
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  saxpy_kernel<<<blocks, 256>>>(alpha, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}
