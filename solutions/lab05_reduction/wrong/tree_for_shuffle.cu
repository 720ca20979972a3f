// FAILS traffic.shuffle (barriers) on both
// says: "barriers a block"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The tree of exercise 3 under another name.
#include "parts/without_sum_shuffle.h"

void sum_shuffle(const int* d_in, int* d_out, int n) {
  sum_two_per_thread(d_in, d_out, n);
}
