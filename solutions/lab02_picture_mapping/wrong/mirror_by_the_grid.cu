// FAILS correctness.mirror (padded width) on both
// says: "as wide as the grid"
// also: clean.mirror
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The last column is taken for the last thread.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  const int from = gridDim.x * blockDim.x - 1 - col;
  out[row * width + col] = in[row * width + from];
}

#include "parts/usual_mirror_launch.h"
