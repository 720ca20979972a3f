// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Right in another way: eight outputs a thread, and the filter split over four blocks that add
// atomically.
#include "../wrong/parts/all_but_best.h"

constexpr int OUTPUTS = 8, PARTS = 4; // outputs of a thread; parts of the filter

__global__ void split_kernel(const float* in, int in_len, const float* filter, int filter_len,
                             float* out) {
  const int first = (blockIdx.x * BLOCK + threadIdx.x) * OUTPUTS;
  const auto input = [&](int k) { return first + k < in_len ? in[first + k] : 0.0f; };
  const int taps = (filter_len + PARTS - 1) / PARTS, from = blockIdx.y * taps;
  float sum[OUTPUTS] = {}, window[OUTPUTS];
  for (int r = 0; r < OUTPUTS - 1; ++r)
    window[r] = input(from + r);
  for (int j = from; j < from + taps && j < filter_len; ++j) {
    window[OUTPUTS - 1] = input(j + OUTPUTS - 1);
    const float tap = filter[j];
    for (int r = 0; r < OUTPUTS; ++r)
      sum[r] += window[r] * tap;
    for (int r = 0; r + 1 < OUTPUTS; ++r)
      window[r] = window[r + 1];
  }
  for (int r = 0; r < OUTPUTS; ++r)
    if (first + r <= in_len - filter_len)
      atomicAdd(&out[first + r], sum[r]);
}

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  const int outputs = in_len - filter_len + 1, tile = BLOCK * OUTPUTS;
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, outputs * sizeof(float)));
  split_kernel<<<dim3((outputs + tile - 1) / tile, PARTS), BLOCK>>>(d_in, in_len, d_filter,
                                                                    filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}
