// FAILS correctness.blur (precision) on both
// says: "a sum in an int"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The sum is an int: each addition loses the digits after the point.
#include "parts/right_mirror.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void blur_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  int sum = 0;
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
