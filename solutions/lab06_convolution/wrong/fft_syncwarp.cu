// FAILS clean.fft (race) on both
// also: correctness.fft, speed.fft
// says: "area"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The numbers are exchanged between all threads of the block, and only warps wait.

#define __syncthreads() __syncwarp()
#include "../overlap_save.h"
#undef __syncthreads
#include "parts/all_but_fft.h"

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  overlap_save::launch(d_in, in_len, d_filter, filter_len, d_out);
}
