// FAILS correctness.mirror (width and height exchanged) on both
// says: "width and height are exchanged"
// also: clean.mirror
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// height - 1 - col: right only on square pictures.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = in[row * width + (height - 1 - col)];
}

#include "parts/usual_mirror_launch.h"
