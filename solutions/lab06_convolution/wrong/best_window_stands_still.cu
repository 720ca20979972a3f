// FAILS correctness.best (window not moved) on both
// also: speed.best
// says: "7, 15, 23, ... are right"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The new input comes into the window, and the old ones stay where they are.
#include "parts/all_but_best.h"

constexpr int OUTPUTS = 8; // of a thread

__global__ void eight_outputs_kernel(const float* in, int in_len, const float* filter,
                                     int filter_len, float* out) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * OUTPUTS;
  const auto input = [&](int k) { return first + k < in_len ? in[first + k] : 0.0f; };
  float sum[OUTPUTS] = {}, window[OUTPUTS];
  for (int r = 0; r < OUTPUTS - 1; ++r)
    window[r] = input(r);
  for (int j = 0; j < filter_len; ++j) {
    window[OUTPUTS - 1] = input(j + OUTPUTS - 1);
    const float tap = filter[j];
    for (int r = 0; r < OUTPUTS; ++r)
      sum[r] += window[r] * tap;
  }
  for (int r = 0; r < OUTPUTS; ++r)
    if (first + r <= in_len - filter_len)
      out[first + r] = sum[r];
}

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  const int outputs = in_len - filter_len + 1, tile = BLOCK * OUTPUTS;
  eight_outputs_kernel<<<(outputs + tile - 1) / tile, BLOCK>>>(d_in, in_len, d_filter, filter_len,
                                                               d_out);
  CUDA_CHECK(cudaGetLastError());
}
