// FAILS traffic.unrolled (requests) on both
// also: speed.unrolled
// says: "global load requests"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Unrolled, but the kernel of exercise 1.
#include "parts/all_but_unrolled.h"

template <int unroll>
__global__ void convolve_unrolled_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
#pragma unroll unroll
  for (int j = 0; j < filter_len; ++j)
    sum += in[i + j] * filter[j];
  out[i] = sum;
}

#include "parts/unrolled_launch.h"
