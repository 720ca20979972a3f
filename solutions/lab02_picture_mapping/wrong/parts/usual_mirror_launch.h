// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The launch of a mirror_picture_kernel that is defined before. It is right.
#pragma once

#include "lab02.h"

#include "lab/cuda_check.h"

void mirror_picture(const float* d_in, float* d_out, int width, int height) {
  const dim3 block(16, 16);
  const dim3 grid((width + 15) / 16, (height + 15) / 16);
  mirror_picture_kernel<<<grid, block>>>(d_in, d_out, width, height);
  CUDA_CHECK(cudaGetLastError());
}
