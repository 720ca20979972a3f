// FAILS correctness.scale (launch error) on both
// says: "cudaErrorInvalidConfiguration|cudaErrorInvalidValue"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Grid and block are exchanged: it runs while the picture has at most 1,024 blocks.
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
  const dim3 grid((width + 15) / 16, (height + 15) / 16);
  scale_picture_kernel<<<block, grid>>>(d_in, d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
