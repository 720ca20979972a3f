// FAILS correctness.mirror (wrong direction) on both
// says: "turned by 180 degrees"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The whole array from its end: rows and columns.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = in[width * height - 1 - (row * width + col)];
}

#include "parts/usual_mirror_launch.h"
