// FAILS traffic.shared (bank conflicts) on both
// says: "bank conflicts"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread loads two neighbours, so that a warp stores every second word at a time.
#include "parts/all_but_shared.h"

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK], s_filter[BLOCK];
  const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  const int first = blockIdx.x * BLOCK + 2 * tid;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[2 * tid] = first + chunk < in_len ? in[first + chunk] : 0.0f;
    s_in[2 * tid + 1] = first + chunk + 1 < in_len ? in[first + chunk + 1] : 0.0f;
    s_filter[tid] = chunk + tid < filter_len ? filter[chunk + tid] : 0.0f;
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (i <= in_len - filter_len)
    out[i] = sum;
}

#include "parts/shared_launch.h"
