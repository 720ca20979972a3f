// FAILS correctness.best (window of the group's first tap) on both
// also: speed.best
// says: "multiplied with the inputs of the first of them"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Four taps at a time, and the window does not move on within the four.
#include "parts/all_but_best.h"

constexpr int OUTPUTS = 8; // of a thread

__global__ void four_taps_kernel(const float* in, int in_len, const float* filter, int filter_len,
                                 float* out) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * OUTPUTS;
  float sum[OUTPUTS] = {}, window[OUTPUTS];
  for (int j = 0; j < filter_len; j += 4) {
    for (int r = 0; r < OUTPUTS; ++r)
      window[r] = first + j + r < in_len ? in[first + j + r] : 0.0f;
    for (int t = 0; t < 4 && j + t < filter_len; ++t) {
      const float tap = filter[j + t];
      for (int r = 0; r < OUTPUTS; ++r)
        sum[r] += tap * window[r];
    }
  }
  for (int r = 0; r < OUTPUTS; ++r)
    if (first + r <= in_len - filter_len)
      out[first + r] = sum[r];
}

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  const int outputs = in_len - filter_len + 1, tile = OUTPUTS * BLOCK;
  four_taps_kernel<<<(outputs + tile - 1) / tile, BLOCK>>>(d_in, in_len, d_filter, filter_len,
                                                           d_out);
  CUDA_CHECK(cudaGetLastError());
}
