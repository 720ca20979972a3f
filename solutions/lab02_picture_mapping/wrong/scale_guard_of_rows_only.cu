// FAILS clean.scale (out of bounds) on both
// says: "d_in|d_out"
// also: correctness.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Columns beyond the width are taken for the first ones of the next row. Below the last row there
// is none.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= height)
    return;
  out[row * width + col] = 2.0f * in[row * width + col];
}

#include "parts/usual_scale_launch.h"
