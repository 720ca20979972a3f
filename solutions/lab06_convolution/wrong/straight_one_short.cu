// FAILS correctness.straight (last output missing) on both
// says: "as in the article"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The article stops one output short: i < in_len - filter_len.
#include "parts/all_but_straight.h"

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len; ++j)
    sum += in[i + j] * filter[j];
  out[i] = sum;
}

#include "parts/straight_launch.h"
