// FAILS clean.saxpy (race) on both
// also: correctness.saxpy
// says: "race"
// says: "the step of the loop"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The step counts blocks, not threads.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_3.h"

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x;
  for (int i = first; i < n; i += step)
    y[i] = alpha * x[i] + y[i];
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  saxpy_kernel<<<blocks, 256>>>(alpha, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}
