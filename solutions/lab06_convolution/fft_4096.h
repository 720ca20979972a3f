// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A Fourier transform of 4,096 complex numbers by a block of 512 threads, eight numbers a thread.
///
/// Four passes (4,096 = 8 x 8 x 8 x 8) in Stockham's order, which needs no reordering at the end:
/// before and after, thread t holds the numbers t, t + 512, ..., t + 7 * 512 in v[0] to v[7].
/// Between passes the block exchanges its numbers through shared memory.
/// (N. Govindaraju et al., "High performance discrete Fourier transforms on graphics processors",
/// 2008.)
#pragma once

#include "lab/cuda_check.h"

namespace fft {

constexpr int POINTS = 4096;
constexpr int THREADS = POINTS / 8;

/// Like float2, one load of 8 bytes, but with operators.
struct alignas(8) complex {
  float re, im;
};

__device__ inline complex operator+(complex a, complex b) {
  return {a.re + b.re, a.im + b.im};
}
__device__ inline complex operator-(complex a, complex b) {
  return {a.re - b.re, a.im - b.im};
}
__device__ inline complex operator*(complex a, complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// a times i (sign 1) or -i (sign -1).
template <int sign>
__device__ inline complex quarter_turn(complex a) {
  return sign > 0 ? complex{-a.im, a.re} : complex{a.im, -a.re};
}

template <int sign>
__device__ inline void transform_4(complex& a, complex& b, complex& c, complex& d) {
  const complex even = a + c, odd = a - c;
  const complex even2 = b + d, odd2 = quarter_turn<sign>(b - d);
  a = even + even2;
  b = odd + odd2;
  c = even - even2;
  d = odd - odd2;
}

template <int sign>
__device__ inline void transform_8(complex (&v)[8]) {
  transform_4<sign>(v[0], v[2], v[4], v[6]);
  transform_4<sign>(v[1], v[3], v[5], v[7]);
  const float half = 0.70710678f; // sqrt(1/2): an eighth of a turn
  const complex even[4] = {v[0], v[2], v[4], v[6]};
  const complex odd[4] = {v[1], v[3] * complex{half, sign * half}, quarter_turn<sign>(v[5]),
                          v[7] * complex{-half, sign * half}};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    v[k] = even[k] + odd[k];
    v[k + 4] = even[k] - odd[k];
  }
}

/// The pass that makes transforms of 8 * done points out of transforms of `done` points.
template <int sign, int done>
__device__ inline void pass(complex (&v)[8]) {
  if (done > 1) {
    complex w;
    const int k = threadIdx.x % done;
    sincospif(sign * 2.0f * k / (done * 8), &w.im, &w.re);
    const complex w2 = w * w, w3 = w2 * w, w4 = w2 * w2;
    const complex turn[8] = {{1, 0}, w, w2, w3, w4, w4 * w, w3 * w3, w4 * w3};
#pragma unroll
    for (int r = 1; r < 8; ++r)
      v[r] = v[r] * turn[r];
  }
  transform_8<sign>(v);
}

/// Where element i of an exchange after `done` points lies: a few floats further for each row, so
/// that the threads of a warp write to 32 different banks.
template <int done>
__device__ inline int place(int i) {
  return done == 1 ? i + i / 32 : done == 8 ? i + 8 * (i / 64) : i;
}

/// The exchange's two arrays: real and imaginary parts.
struct exchange_area {
  float re[POINTS + POINTS / 8];
  float im[POINTS + POINTS / 8];
};

template <int done>
__device__ inline void exchange(complex (&v)[8], exchange_area& area) {
  const int t = threadIdx.x;
  const int first = t / done * done * 8 + t % done;
  __syncthreads(); // everybody has read the exchange before
#pragma unroll
  for (int r = 0; r < 8; ++r) {
    area.re[place<done>(first + r * done)] = v[r].re;
    area.im[place<done>(first + r * done)] = v[r].im;
  }
  __syncthreads(); // everybody has written this one
#pragma unroll
  for (int r = 0; r < 8; ++r)
    v[r] = {area.re[place<done>(t + r * THREADS)], area.im[place<done>(t + r * THREADS)]};
}

/// Replaces the block's 4,096 numbers by their transform: number k becomes the sum over n of number
/// n * exp(sign * 2 pi i k n / 4,096). To be called by all THREADS threads of the block.
/// @tparam sign -1 forward; +1 backward, without the division by 4,096
template <int sign>
__device__ inline void transform(complex (&v)[8], exchange_area& area) {
  pass<sign, 1>(v);
  exchange<1>(v, area);
  pass<sign, 8>(v);
  exchange<8>(v, area);
  pass<sign, 64>(v);
  exchange<64>(v, area);
  pass<sign, 512>(v);
}

} // namespace fft
