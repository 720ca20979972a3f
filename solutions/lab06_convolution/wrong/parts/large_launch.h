// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the kernel: the right launch of it.
#pragma once

void convolve_large_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                           float* d_out) {
  const int outputs = in_len - filter_len + 1;
  convolve_large_shared_kernel<<<(outputs + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, in_len, d_filter,
                                                                         filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}
