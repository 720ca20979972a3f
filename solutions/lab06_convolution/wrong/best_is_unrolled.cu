// FAILS traffic.best (loads) on both
// also: speed.best
// says: "several multiplications"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The unrolled kernel once more: two loads from shared memory for each multiplication.
#include "parts/all_but_best.h"

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  convolve_unrolled<16>(d_in, in_len, d_filter, filter_len, d_out);
}
