// FAILS correctness.fft (no zeros) on both
// also: speed.fft
// says: "and no zeros"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Behind the taps of a part come those of the next one, and no zeros.
#include "parts/all_but_fft.h"
#include "parts/part_by_part.h"

struct wrong_way : part_by_part::right_way {
  static constexpr int taps = fft::POINTS;
};

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  part_by_part::launch<wrong_way>(d_in, in_len, d_filter, filter_len, d_out);
}
