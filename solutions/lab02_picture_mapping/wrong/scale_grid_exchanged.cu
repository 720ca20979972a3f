// FAILS correctness.scale (x and y exchanged) on both
// says: "x and y are exchanged: right only on square pictures"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// As many blocks along x as the rows need.
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
  const dim3 grid((height + 15) / 16, (width + 15) / 16);
  scale_picture_kernel<<<grid, block>>>(d_in, d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
