// FAILS traffic.shared (requests) on both
// says: "global load requests"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The kernel of exercise 1 once more: right, but nothing is shared.
#include "parts/all_but_shared.h"

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len; ++j)
    sum += in[i + j] * filter[j];
  out[i] = sum;
}

#include "parts/shared_launch.h"
