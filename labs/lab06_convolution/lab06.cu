// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 06: convolution, a ladder from the straight kernel to the fastest.
//
//   ./lab grade lab06     is it right, free of races, and does it read less?
//   ./lab run lab06       run small examples and look at them
//   ./lab hint lab06      a little help, then a little more
//
// README.md explains the ideas with pictures; lab06.h says what each function must do.
//
// Work through the TODOs in order: lab06.1 to lab06.6. The kernel of exercise 2 is as
// it was published, and wrong. The grader shows how far you are.
#include "lab06.h"

#include "lab/cuda_check.h"

// ---- CPU reference: what the sums are --------------------------------------------------------

void convolve_reference(const float* in, int in_len, const float* filter, int filter_len,
                        float* out) {
  for (int i = 0; i <= in_len - filter_len; ++i) {
    float sum = 0.0f;
    for (int j = 0; j < filter_len; ++j)
      sum += in[i + j] * filter[j];
    out[i] = sum;
  }
}

// ---- Exercise 1: one thread an output --------------------------------------------------------

constexpr int BLOCK = 256; // threads a block, outputs a block, and taps a chunk

__global__ void convolve_straight_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  // TODO(lab06.1): make output i of this thread: the outer loop of
  // convolve_reference has become threads, the inner one is yours (about 7 lines).
}

void convolve_straight(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  const int outputs = BLOCK; // TODO(lab06.1): how many are there? (1 line)
  convolve_straight_kernel<<<(outputs + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, in_len, d_filter,
                                                                     filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 2: chunks in shared memory -----------------------------------------------------

__global__ void convolve_shared_kernel(const float* in, int in_len, const float* filter,
                                       int filter_len, float* out) {
  __shared__ float s_in[2 * BLOCK]; // what the block's outputs need of the input for one chunk
  __shared__ float s_filter[BLOCK]; // the chunk

  const int tid = threadIdx.x;
  const int i = blockIdx.x * BLOCK + tid; // the output that this thread makes
  float sum = 0.0f;

  // TODO(lab06.2): one barrier is missing, another does nothing: which thread can be
  // too early, and where? Then make it right for any lengths: fill what lies outside
  // the input or the filter with 0, store only outputs that exist (about 6 lines).
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[tid] = in[i + chunk];
    s_in[tid + BLOCK] = in[i + chunk + BLOCK];
    s_filter[tid] = filter[chunk + tid];
    __syncthreads();
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[tid + j] * s_filter[j];
  }
  __syncthreads();
  out[i] = sum;
}

void convolve_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                     float* d_out) {
  const int outputs = in_len - filter_len + 1;
  convolve_shared_kernel<<<(outputs + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, in_len, d_filter,
                                                                   filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: the inner loop unrolled -----------------------------------------------------

template <int unroll>
__global__ void convolve_unrolled_kernel(const float* in, int in_len, const float* filter,
                                         int filter_len, float* out) {
  // TODO(lab06.3): your kernel of exercise 2, with `#pragma unroll unroll` on the
  // line before the inner loop (1 new line).
}

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

// ---- Exercise 4: more shared memory, fewer copies --------------------------------------------

constexpr int LARGE_CHUNK = BLOCK; // TODO(lab06.4): 1,024 taps or more (1 line)

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  // TODO(lab06.4): as exercise 2 with chunks of LARGE_CHUNK taps. How many inputs does
  // the block need for one? Each thread loads several: let it count from threadIdx.x
  // in steps of BLOCK (about 20 lines).
}

void convolve_large_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                           float* d_out) {
  const int outputs = in_len - filter_len + 1;
  convolve_large_shared_kernel<<<(outputs + BLOCK - 1) / BLOCK, BLOCK>>>(d_in, in_len, d_filter,
                                                                         filter_len, d_out);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 5: the fastest sum of products -------------------------------------------------

void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  // TODO(lab06.5): let each thread make several neighbouring outputs, and keep what
  // they share in registers (about 25 lines, enough without a GPU). For speed on a
  // GPU, split the filter over the grid as well (about 60 lines in all).
}

// ---- Exercise 6, a bonus: fewer multiplications ----------------------------------------------

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  // TODO(lab06.6): overlap-save with transforms of 4,096 points (about 150 lines).
}
