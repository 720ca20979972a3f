// FAILS clean.tree (done on the host) on both
// says: "the host's work, not a kernel's"
// also: correctness.tree, traffic.tree
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The numbers are copied to the host and added there.
#include "parts/without_sum_tree.h"

#include <vector>

void sum_tree(const int* d_in, int* d_out, int n) {
  std::vector<int> in(n);
  CUDA_CHECK(cudaMemcpy(in.data(), d_in, n * sizeof(int), cudaMemcpyDeviceToHost));
  const int sum = sum_reference(in.data(), n);
  CUDA_CHECK(cudaMemcpy(d_out, &sum, sizeof(int), cudaMemcpyHostToDevice));
}
