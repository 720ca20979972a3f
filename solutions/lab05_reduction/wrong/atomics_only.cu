// FAILS traffic.tree (atomic operations) on both
// says: "atomic"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// No tree at all: every thread adds its number to the same place.
#include "parts/without_sum_tree.h"

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  const int index = blockIdx.x * BLOCK + threadIdx.x;
  if (index < n)
    atomicAdd(d_out, d_in[index]);
}

#include "parts/launch_sum_tree.h"
