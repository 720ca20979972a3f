// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given kernel that all rungs of the ladder are measured against: one thread an output, and two
// loads from global memory for each multiplication. It is a solution of exercise 1: look at it when
// you have written yours.
#include "lab06.h"

#include "lab/cuda_check.h"

__global__ void convolve_given_kernel(const float* in, int in_len, const float* filter,
                                      int filter_len, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len; ++j)
    sum += in[i + j] * filter[j];
  out[i] = sum;
}

void convolve_straight(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  const int outputs = in_len - filter_len + 1;
  convolve_given_kernel<<<(outputs + 255) / 256, 256>>>(d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}

void convolve_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                     float* d_out) {
  convolve_straight(d_in, in_len, d_filter, filter_len, d_out);
}

template <int unroll>
void convolve_unrolled(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  convolve_straight(d_in, in_len, d_filter, filter_len, d_out);
}
template void convolve_unrolled<4>(const float*, int, const float*, int, float*);
template void convolve_unrolled<8>(const float*, int, const float*, int, float*);
template void convolve_unrolled<16>(const float*, int, const float*, int, float*);

void convolve_large_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                           float* d_out) {
  convolve_straight(d_in, in_len, d_filter, filter_len, d_out);
}

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  convolve_straight(d_in, in_len, d_filter, filter_len, d_out);
}

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  convolve_straight(d_in, in_len, d_filter, filter_len, d_out);
}
