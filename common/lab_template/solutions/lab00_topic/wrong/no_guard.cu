// FAILS clean.scale (out of bounds) on both
// also: correctness.scale
// says: "out of bounds|out_of_bounds"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The last block has threads without an element, and they store all the same.
#include "lab00.h"

#include "lab/cuda_check.h"

__global__ void scale_kernel(const float* in, float* out, float factor, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = factor * in[i];
}

void scale(const float* d_in, float* d_out, float factor, int n) {
  const int block = 256;
  scale_kernel<<<(n + block - 1) / block, block>>>(d_in, d_out, factor, n);
  CUDA_CHECK(cudaGetLastError());
}
