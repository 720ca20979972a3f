// FAILS correctness.blur (other rows) on both
// says: "only their rows are looked at"
// also: clean.blur
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The neighbour left of column 0 is taken to be the last pixel of the row above.
#include "parts/right_mirror.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void blur_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  float sum = 0.0f;
  int count = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      if (y >= 0 && y < height) {
        sum += in[y * width + x];
        ++count;
      }
  out[row * width + col] = sum / count;
}

#include "parts/usual_blur_launch.h"
