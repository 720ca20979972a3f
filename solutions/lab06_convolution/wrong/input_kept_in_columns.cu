// FAILS traffic.shared (bank conflicts) on both
// says: "bank conflicts"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Element k of the chunk is kept at 16 (k mod 32) + k / 32: neighbours use the same bank.
#include "parts/all_but_shared.h"

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK], s_filter[BLOCK];
  const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[tid % 32 * 16 + tid / 32] = i + chunk < in_len ? in[i + chunk] : 0.0f;
    s_in[tid % 32 * 16 + tid / 32 + 8] = i + chunk + BLOCK < in_len ? in[i + chunk + BLOCK] : 0.0f;
    s_filter[tid] = chunk + tid < filter_len ? filter[chunk + tid] : 0.0f;
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[(tid + j) % 32 * 16 + (tid + j) / 32] * s_filter[j];
    __syncthreads();
  }
  if (i <= in_len - filter_len)
    out[i] = sum;
}

#include "parts/shared_launch.h"
