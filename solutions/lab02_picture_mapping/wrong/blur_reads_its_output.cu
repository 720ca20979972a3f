// FAILS clean.blur (uninitialised read) on both
// says: "d_out"
// also: correctness.blur
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The neighbours are read from the result, which is not there yet.
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
      if (x >= 0 && x < width && y >= 0 && y < height) {
        sum += out[y * width + x];
        ++count;
      }
  out[row * width + col] = sum / count;
}

#include "parts/usual_blur_launch.h"
