// FAILS clean.unrolled (uninitialised read) on both
// also: correctness.unrolled
// says: "s_filter"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Unrolled by hand, and the last round goes on past the last tap.
#include "parts/all_but_unrolled.h"

template <int unroll>
__global__ void convolve_unrolled_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK], s_filter[BLOCK];
  const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    const int taps = min(BLOCK, filter_len - chunk);
    s_in[tid] = i + chunk < in_len ? in[i + chunk] : 0.0f;
    s_in[tid + BLOCK] = i + chunk + BLOCK < in_len ? in[i + chunk + BLOCK] : 0.0f;
    if (tid < taps)
      s_filter[tid] = filter[chunk + tid];
    __syncthreads();
    for (int j = 0; j < taps; j += unroll)
#pragma unroll
      for (int u = 0; u < unroll; ++u)
        sum += s_in[tid + j + u] * s_filter[j + u];
    __syncthreads();
  }
  if (i <= in_len - filter_len)
    out[i] = sum;
}

#include "parts/unrolled_launch.h"
