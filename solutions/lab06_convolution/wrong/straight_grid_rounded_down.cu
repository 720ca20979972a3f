// FAILS correctness.straight (grid rounded down) on both
// says: "never written"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The last, partial block of outputs gets no threads.
#include "parts/all_but_straight.h"

void convolve_straight(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  const int outputs = in_len - filter_len + 1;
  reference_convolve_straight_kernel<<<max(outputs / BLOCK, 1), BLOCK>>>(d_in, in_len, d_filter,
                                                                         filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}
