// FAILS correctness.straight (filter reversed) on both
// says: "applied backwards"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What mathematics calls convolution: the filter runs against the input. The lab asks for the
// article's sum.
#include "parts/all_but_straight.h"

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len; ++j)
    sum += in[i + j] * filter[filter_len - 1 - j];
  out[i] = sum;
}

#include "parts/straight_launch.h"
