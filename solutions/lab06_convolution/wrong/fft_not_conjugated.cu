// FAILS correctness.fft (not conjugated) on both
// also: speed.fft
// says: "was not conjugated"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The product of the plain transforms turns the filter round.
#include "parts/all_but_fft.h"
#include "parts/part_by_part.h"

struct wrong_way : part_by_part::right_way {
  static constexpr int side = 1;
};

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  part_by_part::launch<wrong_way>(d_in, in_len, d_filter, filter_len, d_out);
}
