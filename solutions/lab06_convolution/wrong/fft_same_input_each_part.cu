// FAILS correctness.fft (input piece) on both
// also: speed.fft
// says: "to the same input piece"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// All parts of the filter are applied to the same piece of the input.
#include "parts/all_but_fft.h"
#include "parts/part_by_part.h"

struct wrong_way : part_by_part::right_way {
  static constexpr int input_step = 0;
};

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  part_by_part::launch<wrong_way>(d_in, in_len, d_filter, filter_len, d_out);
}
