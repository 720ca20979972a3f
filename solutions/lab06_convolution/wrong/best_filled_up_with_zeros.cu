// FAILS traffic.best (products with zeros) on both
// also: speed.best
// says: "zeros that fill up the taps"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The taps are filled up to a multiple of 480: with 150 taps two thirds of the products are with 0.
#include "parts/all_but_best.h"

constexpr int OUTPUTS = 8, FILLED = 480; // outputs of a thread; taps at a time

__global__ void filled_kernel(const float* in, int in_len, const float* filter, int filter_len,
                              float* out) {
  __shared__ float s_filter[FILLED];
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * OUTPUTS;
  const auto input = [&](int k) { return first + k < in_len ? in[first + k] : 0.0f; };
  float sum[OUTPUTS] = {}, window[OUTPUTS];
  for (int r = 0; r < OUTPUTS - 1; ++r)
    window[r] = input(r);
  for (int part = 0; part < filter_len; part += FILLED) {
    for (int k = threadIdx.x; k < FILLED; k += BLOCK)
      s_filter[k] = part + k < filter_len ? filter[part + k] : 0.0f;
    __syncthreads();
    for (int j = 0; j < FILLED; ++j) {
      window[OUTPUTS - 1] = input(part + j + OUTPUTS - 1);
      for (int r = 0; r < OUTPUTS; ++r)
        sum[r] += window[r] * s_filter[j];
      for (int r = 0; r + 1 < OUTPUTS; ++r)
        window[r] = window[r + 1];
    }
    __syncthreads();
  }
  for (int r = 0; r < OUTPUTS; ++r)
    if (first + r <= in_len - filter_len)
      out[first + r] = sum[r];
}

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  const int outputs = in_len - filter_len + 1, tile = OUTPUTS * BLOCK;
  filled_kernel<<<(outputs + tile - 1) / tile, BLOCK>>>(d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}
