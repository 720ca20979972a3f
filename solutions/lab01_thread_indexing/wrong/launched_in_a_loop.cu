// FAILS traffic.saxpy (many launches) on both
// says: "launches, where one is asked for"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host launches again and again for the rest of the array.
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
  for (int done = 0; done < n; done += blocks * 256)
    saxpy_kernel<<<blocks, 256>>>(alpha, d_x + done, d_y + done, n - done);
  CUDA_CHECK(cudaGetLastError());
}
