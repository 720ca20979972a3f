// FAILS correctness.mirror (odd width) on both
// says: "the column in the middle"
// also: clean.mirror
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Threads of the left half store two pixels: an odd width has a column that is its own partner.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  if (col >= width / 2)
    return;
  const int other = width - 1 - col;
  out[row * width + col] = in[row * width + other];
  out[row * width + other] = in[row * width + col];
}

#include "parts/usual_mirror_launch.h"
