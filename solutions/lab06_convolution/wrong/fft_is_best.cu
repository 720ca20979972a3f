// FAILS traffic.fft (loads grow with the filter) on both
// also: speed.fft
// says: "the loads grow as the taps do"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Exercise 5 in place of transforms: fewer loads than the straight kernel, but all products.
#include "parts/all_but_fft.h"

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  register_blocking::launch(d_in, in_len, d_filter, filter_len, d_out);
}
