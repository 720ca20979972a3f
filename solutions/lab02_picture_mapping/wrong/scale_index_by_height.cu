// FAILS correctness.scale (width and height exchanged) on both
// says: "width and height are exchanged in the index"
// also: clean.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// row * height + col: right only on square pictures.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * height + col] = 2.0f * in[row * height + col];
}

#include "parts/usual_scale_launch.h"
