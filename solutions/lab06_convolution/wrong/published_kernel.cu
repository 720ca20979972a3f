// FAILS clean.shared (race) on both
// also: correctness.shared
// says: "put a second barrier"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The kernel as it was published, in our words. It has one barrier in the loop where it needs two,
// and one before the store, which was said to make the store coalesced: it does nothing. It is
// right only for whole blocks and chunks.
#include "parts/all_but_shared.h"

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK], s_filter[BLOCK];
  const int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[tid] = in[i + chunk];
    s_in[tid + BLOCK] = in[i + chunk + BLOCK];
    s_filter[tid] = filter[chunk + tid];
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[tid + j] * s_filter[j];
  }
  __syncthreads();
  out[i] = sum;
}

#include "parts/shared_launch.h"
