// FAILS traffic.shared (barriers) on both
// says: "barriers a block"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The barrier before the store is still there, which does nothing.
#include "parts/all_but_shared.h"

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK], s_filter[BLOCK];
  const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[tid] = i + chunk < in_len ? in[i + chunk] : 0.0f;
    s_in[tid + BLOCK] = i + chunk + BLOCK < in_len ? in[i + chunk + BLOCK] : 0.0f;
    s_filter[tid] = chunk + tid < filter_len ? filter[chunk + tid] : 0.0f;
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  __syncthreads();
  if (i <= in_len - filter_len)
    out[i] = sum;
}

#include "parts/shared_launch.h"
