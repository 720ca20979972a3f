// FAILS correctness.blur (unwritten) on both
// says: "the pixels at the edge are never written"
// also: clean.blur
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Pixels with fewer than nine neighbours are left out.
#include "parts/right_mirror.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void blur_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  if (col == 0 || row == 0 || col == width - 1 || row == height - 1)
    return;
  float sum = 0.0f;
  int count = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      if (x >= 0 && x < width && y >= 0 && y < height) {
        sum += in[y * width + x];
        ++count;
      }
  out[row * width + col] = sum / count;
}

#include "parts/usual_blur_launch.h"
