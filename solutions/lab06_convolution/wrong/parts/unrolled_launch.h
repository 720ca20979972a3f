// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the kernel: the right launch of it.
#pragma once

template <int unroll>
void convolve_unrolled(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  const int outputs = in_len - filter_len + 1;
  convolve_unrolled_kernel<unroll>
      <<<(outputs + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}
template void convolve_unrolled<4>(const float*, int, const float*, int, float*);
template void convolve_unrolled<8>(const float*, int, const float*, int, float*);
template void convolve_unrolled<16>(const float*, int, const float*, int, float*);
