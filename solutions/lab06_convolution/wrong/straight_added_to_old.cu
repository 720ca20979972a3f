// FAILS clean.straight (uninitialised read) on both
// also: correctness.straight
// says: "d_out"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The sum is added to what was in the output before.
#include "parts/all_but_straight.h"

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  for (int j = 0; j < filter_len; ++j)
    out[i] += in[i + j] * filter[j];
}

#include "parts/straight_launch.h"
