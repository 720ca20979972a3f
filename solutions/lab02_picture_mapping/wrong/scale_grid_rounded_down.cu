// FAILS correctness.scale (floor division) on both
// says: "the number of blocks is rounded down"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// width / 16 blocks: the last ones are missing.
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
  const dim3 block(16, 16);
  const dim3 grid(width / 16, height / 16);
  scale_picture_kernel<<<grid, block>>>(d_in, d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
