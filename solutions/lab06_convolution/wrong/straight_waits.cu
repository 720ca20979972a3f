// FAILS clean.straight (waiting) on both
// says: "waits for its kernel"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host waits until the kernel has ended.
#include "parts/all_but_straight.h"

void convolve_straight(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  reference_convolve_straight(d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaStreamSynchronize(0));
}
