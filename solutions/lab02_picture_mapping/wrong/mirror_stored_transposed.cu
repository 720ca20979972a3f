// FAILS correctness.mirror (rows and columns exchanged) on both
// says: "rows and columns are exchanged"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The result is stored column by column.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[col * height + row] = in[row * width + (width - 1 - col)];
}

#include "parts/usual_mirror_launch.h"
