// FAILS clean.large (race) on both
// also: correctness.large
// says: "while its neighbour still reads it"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The second barrier is missing, and the chunks are so large that few filters have two of them.
#include "parts/all_but_large_shared.h"

constexpr int HUGE_CHUNK = 5120;

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  __shared__ float s_in[BLOCK + HUGE_CHUNK], s_filter[HUGE_CHUNK];
  const int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += HUGE_CHUNK) {
    const int taps = min(HUGE_CHUNK, filter_len - chunk);
    for (int k = tid; k < BLOCK + taps; k += BLOCK)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = tid; k < taps; k += BLOCK)
      s_filter[k] = filter[chunk + k];
    __syncthreads();
    for (int j = 0; j < taps; ++j)
      sum += s_in[tid + j] * s_filter[j];
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] = sum;
}

#include "parts/large_launch.h"
