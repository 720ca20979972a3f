// FAILS build (rules of CUDA) on both
// says: "function of the host|__host__ function"
// needs: clang
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A function without __device__ is called in the kernel.
#include "parts/right_blur.h"
#include "parts/right_mirror.h"
#include "parts/right_shape.h"

float twice(float pixel) {
  return 2.0f * pixel;
}

__global__ void scale_picture_kernel(const float* in, float* out, int width, int height) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height)
    return;
  out[row * width + col] = twice(in[row * width + col]);
}

#include "parts/usual_scale_launch.h"
