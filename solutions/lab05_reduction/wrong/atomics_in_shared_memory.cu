// FAILS traffic.tree (atomic operations) on both
// says: "atomic"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// No tree: all threads of a block add to one element in shared memory, one after the other.
#include "parts/without_sum_tree.h"

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  __shared__ int total;
  const int index = blockIdx.x * BLOCK + threadIdx.x;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  if (index < n)
    atomicAdd(&total, d_in[index]);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(d_out, total);
}

#include "parts/launch_sum_tree.h"
