// FAILS clean.mirror (race) on both
// says: "d_out"
// also: correctness.mirror
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The picture is mirrored in its own array: pixels are overwritten before other threads read them.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(float* picture, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  picture[row * width + col] = picture[row * width + (width - 1 - col)];
}

void mirror_picture(const float* d_in, float* d_out, int width, int height) {
  const dim3 block(16, 16);
  const dim3 grid((width + 15) / 16, (height + 15) / 16);
  const size_t bytes = sizeof(float) * width * height;
  CUDA_CHECK(cudaMemcpy(d_out, d_in, bytes, cudaMemcpyDeviceToDevice));
  mirror_picture_kernel<<<grid, block>>>(d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
