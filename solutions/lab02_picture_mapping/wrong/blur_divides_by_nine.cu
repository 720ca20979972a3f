// FAILS correctness.blur (wrong divisor) on both
// says: "divided by 9 at the edges"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// There are not nine pixels everywhere.
#include "parts/right_mirror.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void blur_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  float sum = 0.0f;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      if (x >= 0 && x < width && y >= 0 && y < height)
        sum += in[y * width + x];
  out[row * width + col] = sum / 9;
}

#include "parts/usual_blur_launch.h"
