// FAILS correctness.large (launch failed) on both
// also: clean.large
// says: "cudaFuncSetAttribute|invalid"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// More than 48 KiB of shared memory, without asking for it first.
#include "parts/all_but_large_shared.h"

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  extern __shared__ float shared[];
  const int large_chunk = 7000;
  float *s_in = shared, *s_filter = shared + BLOCK + large_chunk;
  const int tid = threadIdx.x, first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += large_chunk) {
    const int taps = min(large_chunk, filter_len - chunk);
    for (int k = tid; k < BLOCK + taps; k += BLOCK)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = tid; k < taps; k += BLOCK)
      s_filter[k] = filter[chunk + k];
    __syncthreads();
    for (int j = 0; j < taps; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] = sum;
}

void convolve_large_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                           float* d_out) {
  const int outputs = in_len - filter_len + 1;
  const size_t bytes = (BLOCK + 2 * 7000) * sizeof(float);
  convolve_large_shared_kernel<<<(outputs + BLOCK - 1) / BLOCK, BLOCK, bytes>>>(
      d_in, in_len, d_filter, filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}
