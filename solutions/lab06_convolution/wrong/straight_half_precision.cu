// FAILS correctness.straight (half precision) on both
// says: "digits are lost"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The sum is kept in 16 bits: three digits, and after some hundred additions fewer.
#include <cuda_fp16.h>

#include "parts/all_but_straight.h"

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  __half sum = __float2half(0.0f);
  for (int j = 0; j < filter_len; ++j)
    sum = __hadd(sum, __float2half(in[i + j] * filter[j]));
  out[i] = __half2float(sum);
}

#include "parts/straight_launch.h"
