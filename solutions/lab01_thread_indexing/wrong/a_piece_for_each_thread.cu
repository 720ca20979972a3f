// FAILS traffic.saxpy (uncoalesced) on both
// says: "a piece of its own"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread works through neighbouring elements by itself: right, but slow.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_3.h"

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  const int piece = (n + step - 1) / step;
  for (int i = first * piece; i < (first + 1) * piece && i < n; ++i)
    y[i] = alpha * x[i] + y[i];
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  saxpy_kernel<<<blocks, 256>>>(alpha, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}
