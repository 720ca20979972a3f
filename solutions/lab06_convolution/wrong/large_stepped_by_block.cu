// FAILS correctness.large (chunks overlap) on both
// says: "the chunks overlap"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The loop over the chunks still goes on by the threads of a block, so the chunks overlap.
#include "parts/all_but_large_shared.h"

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  __shared__ float s_in[BLOCK + LARGE_CHUNK], s_filter[LARGE_CHUNK];
  const int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    for (int k = tid; k < BLOCK + LARGE_CHUNK; k += BLOCK)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = tid; k < LARGE_CHUNK; k += BLOCK)
      s_filter[k] = chunk + k < filter_len ? filter[chunk + k] : 0.0f;
    __syncthreads();
    for (int j = 0; j < LARGE_CHUNK; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] = sum;
}

#include "parts/large_launch.h"
