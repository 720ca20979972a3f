// FAILS correctness.scale (x and y exchanged) on both
// says: "x and y are exchanged: right only on square pictures"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The row comes from x and the column from y, but along x the grid has its blocks for columns.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = 2.0f * in[row * width + col];
}

#include "parts/usual_scale_launch.h"
