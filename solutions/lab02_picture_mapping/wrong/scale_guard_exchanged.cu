// FAILS correctness.scale (bounds exchanged) on both
// says: "the bounds are exchanged"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Columns are compared with the height: right only on square pictures.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= height || row >= width)
    return;
  out[row * width + col] = 2.0f * in[row * width + col];
}

#include "parts/usual_scale_launch.h"
