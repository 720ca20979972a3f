// FAILS clean.blur (race) on both
// says: "d_out"
// also: correctness.blur
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The picture is blurred in its own array: some neighbours are blurred already, some are not.
#include "parts/right_mirror.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void blur_picture_kernel(float* picture, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  float sum = 0.0f;
  int count = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      if (x >= 0 && x < width && y >= 0 && y < height) {
        sum += picture[y * width + x];
        ++count;
      }
  picture[row * width + col] = sum / count;
}

void blur_picture(const float* d_in, float* d_out, int width, int height) {
  const dim3 block(16, 16);
  const dim3 grid((width + 15) / 16, (height + 15) / 16);
  const size_t bytes = sizeof(float) * width * height;
  CUDA_CHECK(cudaMemcpy(d_out, d_in, bytes, cudaMemcpyDeviceToDevice));
  blur_picture_kernel<<<grid, block>>>(d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
