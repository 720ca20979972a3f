// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the kernel of exercise 1: the right launch of it.
#pragma once

void block_sums(const int* d_in, int* d_sums, int n, int block_size) {
  const int blocks = (n + block_size - 1) / block_size;
  block_sums_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(d_in, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
}
