// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 00: The topic.
//
//   ./lab grade lab00     is it right, and what should you look at first?
//   ./lab run lab00       run small examples and look at them
//   ./lab hint lab00      a little help, then a little more
//
// README.md explains the idea; lab00.h says what each function must do.
//
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order. The grader shows how far you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
#include "lab00.h"

#include "lab/cuda_check.h"

// ---- Exercise 1: every element times a factor ---------------------------------------------------

__global__ void scale_kernel(const float* in, float* out, float factor, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab00.1): the number of this thread among all, then out[i]. Threads behind the
  // STARTER: // end have no element (about 3 lines).
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = factor * in[i];
  // END SOLUTION
}

void scale(const float* d_in, float* d_out, float factor, int n) {
  const int block = 256;
  scale_kernel<<<(n + block - 1) / block, block>>>(d_in, d_out, factor, n);
  CUDA_CHECK(cudaGetLastError());
}
