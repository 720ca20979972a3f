// FAILS correctness.straight (last tap missing) on both
// says: "the last tap"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The loop over the taps stops one too early.
#include "parts/all_but_straight.h"

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len - 1; ++j)
    sum += in[i + j] * filter[j];
  out[i] = sum;
}

#include "parts/straight_launch.h"
