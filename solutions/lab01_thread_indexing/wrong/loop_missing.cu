// FAILS correctness.saxpy (no loop) on both
// says: "one for each thread of 3 blocks"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// One element a thread, whatever n is.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_3.h"

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = first;
  if (i < n)
    y[i] = alpha * x[i] + y[i];
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  saxpy_kernel<<<blocks, 256>>>(alpha, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}
