// FAILS correctness.straight (shifted) on both
// says: "one place further"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each output begins one input too late.
#include "parts/all_but_straight.h"

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len && i + j + 1 < in_len; ++j)
    sum += in[i + j + 1] * filter[j];
  out[i] = sum;
}

#include "parts/straight_launch.h"
