// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Overlap-save in its plain form: one transform of input and filter for each output segment and
/// part, back at once, and added to the output.
#pragma once

#include "../../fft_4096.h"

namespace part_by_part {

using fft::complex;
using fft::POINTS;

/// @tparam segment outputs of a block; right with POINTS / 2 taps a part is at most POINTS / 2 + 1
/// @tparam side the sign of the filter's imaginary part in the product; right is -1
/// @tparam scale what the result is divided by; right is POINTS
template <int segment, int side, int scale>
__global__ void kernel(const float* in, int in_len, const float* filter, int filter_len,
                       float* out) {
  __shared__ fft::exchange_area area;
  constexpr int part = POINTS / 2;
  const int first = blockIdx.x * segment, from = blockIdx.y * part;
  complex v[8], h[8];
  for (int r = 0; r < 8; ++r) {
    const int n = threadIdx.x + r * fft::THREADS, input = first + from + n, tap = from + n;
    v[r] = {input < in_len ? in[input] : 0.0f, 0.0f};
    h[r] = {n < part && tap < filter_len ? filter[tap] : 0.0f, 0.0f};
  }
  fft::transform<-1>(v, area);
  fft::transform<-1>(h, area);
  for (int r = 0; r < 8; ++r)
    v[r] = v[r] * complex{h[r].re, side * h[r].im};
  fft::transform<1>(v, area);
  for (int r = 0; r < 8; ++r) {
    const int n = threadIdx.x + r * fft::THREADS;
    if (n < segment && first + n <= in_len - filter_len)
      atomicAdd(out + first + n, v[r].re / scale);
  }
}

template <int segment, int side, int scale>
void launch(const float* d_in, int in_len, const float* d_filter, int filter_len, float* d_out) {
  const int outputs = in_len - filter_len + 1, part = POINTS / 2;
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, outputs * sizeof(float)));
  const dim3 grid((outputs + segment - 1) / segment, (filter_len + part - 1) / part);
  kernel<segment, side, scale><<<grid, fft::THREADS>>>(d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}

} // namespace part_by_part
