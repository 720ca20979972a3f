// FAILS correctness.mirror (wrong direction) on both
// says: "upside down"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The rows are exchanged.
#include "parts/right_blur.h"
#include "parts/right_scale.h"
#include "parts/right_shape.h"

__global__ void mirror_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = in[(height - 1 - row) * width + col];
}

#include "parts/usual_mirror_launch.h"
