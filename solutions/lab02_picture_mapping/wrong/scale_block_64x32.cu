// FAILS correctness.scale (launch error) on both
// says: "cudaErrorInvalidConfiguration|cudaErrorInvalidValue"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// 2,048 threads: a block may have 1,024.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = 2.0f * in[row * width + col];
}

void scale_picture(const float* d_in, float* d_out, int width, int height) {
  const dim3 block(64, 32);
  const dim3 grid((width + 63) / 64, (height + 31) / 32);
  scale_picture_kernel<<<grid, block>>>(d_in, d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
