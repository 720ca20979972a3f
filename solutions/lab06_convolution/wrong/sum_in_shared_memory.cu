// FAILS clean.shared (race) on both
// also: correctness.shared
// says: "s_sum"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Two threads add to each sum in shared memory, without a barrier or an atomic.
#include "parts/all_but_shared.h"

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK], s_filter[BLOCK], s_sum[BLOCK];
  const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid, left = tid / 2 * 2;
  s_sum[tid] = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[tid] = i + chunk < in_len ? in[i + chunk] : 0.0f;
    s_in[tid + BLOCK] = i + chunk + BLOCK < in_len ? in[i + chunk + BLOCK] : 0.0f;
    s_filter[tid] = chunk + tid < filter_len ? filter[chunk + tid] : 0.0f;
    __syncthreads();
    for (int j = tid % 2; j < BLOCK; j += 2) {
      s_sum[left] += s_in[left + j] * s_filter[j];
      s_sum[left + 1] += s_in[left + 1 + j] * s_filter[j];
    }
    __syncthreads();
  }
  if (i <= in_len - filter_len)
    out[i] = s_sum[tid];
}

#include "parts/shared_launch.h"
