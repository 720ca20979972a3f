// FAILS clean.scale (race) on both
// says: "d_out"
// also: correctness.scale
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// An index inside the array need not be this thread's pixel: column 72 of row 0 is column 0 of row
// 1, which has its own thread. The result is right, but two threads store the same pixel.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row * width + col >= width * height)
    return;
  out[row * width + col] = 2.0f * in[row * width + col];
}

#include "parts/usual_scale_launch.h"
