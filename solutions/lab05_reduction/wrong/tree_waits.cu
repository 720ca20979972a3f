// FAILS clean.tree (waiting) on both
// says: "waits for its kernel"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host waits until the kernel has ended.
#include "parts/without_sum_tree.h"

void sum_tree(const int* d_in, int* d_out, int n) {
  reference_sum_tree(d_in, d_out, n);
  CUDA_CHECK(cudaDeviceSynchronize());
}
