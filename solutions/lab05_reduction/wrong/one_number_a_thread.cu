// FAILS traffic.two_per_thread (too many blocks) on both
// says: "halves the blocks"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The kernel of exercise 2 under another name.
#include "parts/without_sum_two_per_thread.h"

void sum_two_per_thread(const int* d_in, int* d_out, int n) {
  sum_tree(d_in, d_out, n);
}
