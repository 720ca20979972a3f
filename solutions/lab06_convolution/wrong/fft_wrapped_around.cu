// FAILS correctness.fft (circular) on both
// also: speed.fft
// says: "only the first 2,048 are outputs"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// All 4,096 numbers are kept, also those that went round the end of the transform.
#include "parts/all_but_fft.h"
#include "parts/part_by_part.h"

struct wrong_way : part_by_part::right_way {
  static constexpr int segment = fft::POINTS;
};

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  part_by_part::launch<wrong_way>(d_in, in_len, d_filter, filter_len, d_out);
}
