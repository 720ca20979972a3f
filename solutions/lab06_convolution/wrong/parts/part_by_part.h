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

constexpr int PART = POINTS / 2; // taps

/// What a variant changes.
struct right_way {
  static constexpr int segment = POINTS / 2; ///< outputs of a block
  static constexpr int taps = PART;          ///< of a part; behind them are zeros
  static constexpr int input_step = PART;    ///< how much further a part's inputs begin
  static constexpr int side = -1;            ///< sign of the filter's imaginary part in the product
  static constexpr int back = 1;             ///< sign of the inverse transform
  static constexpr int kept = 0;             ///< the first number that is kept
  static constexpr int scale = POINTS;       ///< what the result is divided by
};

template <class way>
__global__ void kernel(const float* in, int in_len, const float* filter, int filter_len,
                       float* out) {
  __shared__ fft::exchange_area area;
  const int first = blockIdx.x * way::segment, from = blockIdx.y * PART;
  complex v[8], h[8];
  for (int r = 0; r < 8; ++r) {
    const int n = threadIdx.x + r * fft::THREADS, tap = from + n;
    const int input = first + blockIdx.y * way::input_step + n;
    v[r] = {input < in_len ? in[input] : 0.0f, 0.0f};
    h[r] = {n < way::taps && tap < filter_len ? filter[tap] : 0.0f, 0.0f};
  }
  fft::transform<-1>(v, area);
  fft::transform<-1>(h, area);
  for (int r = 0; r < 8; ++r)
    v[r] = v[r] * complex{h[r].re, way::side * h[r].im};
  fft::transform<way::back>(v, area);
  for (int r = 0; r < 8; ++r) {
    const int n = static_cast<int>(threadIdx.x) + r * fft::THREADS - way::kept;
    if (n >= 0 && n < way::segment && first + n <= in_len - filter_len)
      atomicAdd(out + first + n, v[r].re / way::scale);
  }
}

template <class way>
void launch(const float* d_in, int in_len, const float* d_filter, int filter_len, float* d_out) {
  const int outputs = in_len - filter_len + 1;
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, outputs * sizeof(float)));
  const dim3 grid((outputs + way::segment - 1) / way::segment, (filter_len + PART - 1) / PART);
  kernel<way><<<grid, fft::THREADS>>>(d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}

} // namespace part_by_part
