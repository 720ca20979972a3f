// FAILS traffic.best (bank conflicts) on both
// also: speed.best
// says: "of them are bank conflicts"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Registers, but the threads of a warp read every eighth place of shared memory: four banks of 32.
#include "parts/all_but_best.h"

constexpr int OUTPUTS = 8, THREADS = 128, CHUNK = 2304; // outputs of a thread; taps of a chunk
constexpr int TILE = OUTPUTS * THREADS;

__global__ void chunks_kernel(const float* in, int in_len, const float* filter, int filter_len,
                              float* out) {
  __shared__ float s_in[TILE + CHUNK], s_filter[CHUNK];
  const int first = blockIdx.x * TILE, mine = OUTPUTS * threadIdx.x;
  float sum[OUTPUTS] = {}, window[OUTPUTS];
  for (int chunk = 0; chunk < filter_len; chunk += CHUNK) {
    const int taps = min(CHUNK, filter_len - chunk);
    for (int k = threadIdx.x; k < TILE + taps; k += THREADS)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = threadIdx.x; k < taps; k += THREADS)
      s_filter[k] = filter[chunk + k];
    __syncthreads();
    for (int r = 0; r < OUTPUTS - 1; ++r)
      window[r] = s_in[mine + r];
    for (int j = 0; j < taps; ++j) {
      window[OUTPUTS - 1] = s_in[mine + j + OUTPUTS - 1];
      for (int r = 0; r < OUTPUTS; ++r)
        sum[r] += window[r] * s_filter[j];
      for (int r = 0; r + 1 < OUTPUTS; ++r)
        window[r] = window[r + 1];
    }
    __syncthreads();
  }
  for (int r = 0; r < OUTPUTS; ++r)
    if (first + mine + r <= in_len - filter_len)
      out[first + mine + r] = sum[r];
}

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  const int outputs = in_len - filter_len + 1;
  chunks_kernel<<<(outputs + TILE - 1) / TILE, THREADS>>>(d_in, in_len, d_filter, filter_len,
                                                          d_out);
  CUDA_CHECK(cudaGetLastError());
}
