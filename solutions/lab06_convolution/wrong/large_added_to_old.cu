// FAILS correctness.large (added to what was there) on both
// also: clean.large
// says: "there is no number in d_out|elements of d_out are NaN"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The sum is added to what d_out held, and nobody has set that.
#include "parts/all_but_large_shared.h"

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  __shared__ float s_in[BLOCK + LARGE_CHUNK], s_filter[LARGE_CHUNK];
  const int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += LARGE_CHUNK) {
    const int taps = min(LARGE_CHUNK, filter_len - chunk);
    for (int k = tid; k < BLOCK + taps; k += BLOCK)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = tid; k < taps; k += BLOCK)
      s_filter[k] = filter[chunk + k];
    __syncthreads();
    for (int j = 0; j < taps; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] += sum;
}

#include "parts/large_launch.h"
