// FAILS correctness.scale (padded rows) on both
// says: "as long as the grid is wide"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The index counts the threads of the grid, not the pixels of the picture.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  const int i = row * (gridDim.x * blockDim.x) + col;
  out[i] = 2.0f * in[i];
}

#include "parts/usual_scale_launch.h"
