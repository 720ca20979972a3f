// FAILS clean.large (uninitialised read) on both
// also: correctness.large
// says: "s_in|s_filter"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread loads two inputs and one tap, as with small chunks.
#include "parts/all_but_large_shared.h"

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  __shared__ float s_in[BLOCK + LARGE_CHUNK], s_filter[LARGE_CHUNK];
  const int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += LARGE_CHUNK) {
    const int taps = min(LARGE_CHUNK, filter_len - chunk);
    s_in[tid] = first + chunk + tid < in_len ? in[first + chunk + tid] : 0.0f;
    s_in[tid + BLOCK] =
        first + chunk + tid + BLOCK < in_len ? in[first + chunk + tid + BLOCK] : 0.0f;
    if (tid < taps)
      s_filter[tid] = filter[chunk + tid];
    __syncthreads();
    for (int j = 0; j < taps; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] = sum;
}

#include "parts/large_launch.h"
