// FAILS correctness.best (transforms) on both
// also: clean.best
// says: "as in a Fourier transform"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The bonus in place of exercise 5: right to the eye, and not the sum of all products.
#include "parts/all_but_best.h"

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  overlap_save::launch(d_in, in_len, d_filter, filter_len, d_out);
}
