// FAILS traffic.large (uncoalesced) on both
// says: "sectors|bank conflicts"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each thread loads a run of neighbours: the threads of a warp are 9 elements apart.
#include "parts/all_but_large_shared.h"

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  __shared__ float s_in[BLOCK + LARGE_CHUNK], s_filter[LARGE_CHUNK];
  const int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += LARGE_CHUNK) {
    const int taps = min(LARGE_CHUNK, filter_len - chunk);
    for (int k = 9 * tid; k < 9 * tid + 9 && k < BLOCK + taps; ++k)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = 8 * tid; k < 8 * tid + 8 && k < taps; ++k)
      s_filter[k] = filter[chunk + k];
    __syncthreads();
    for (int j = 0; j < taps; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] = sum;
}

#include "parts/large_launch.h"
