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
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab06.1 to lab06.6. The kernel of exercise 2 is as
// STARTER: // it was published, and wrong. The grader shows how far you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change. Exercises 5 and 6 have files of their own here.
#include "overlap_save.h"
#include "register_blocking.h"
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab06.1): make output i of this thread: the outer loop of
  // STARTER: // convolve_reference has become threads, the inner one is yours (about 7 lines).
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i > in_len - filter_len)
    return;
  float sum = 0.0f;
  for (int j = 0; j < filter_len; ++j)
    sum += in[i + j] * filter[j];
  out[i] = sum;
  // END SOLUTION
}

void convolve_straight(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out) {
  // BEGIN SOLUTION
  // STARTER: const int outputs = BLOCK; // TODO(lab06.1): how many are there? (1 line)
  const int outputs = in_len - filter_len + 1;
  // END SOLUTION
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

  // BEGIN SOLUTION
  // STARTER: // TODO(lab06.2): one barrier is missing, another does nothing: which thread can be
  // STARTER: // too early, and where? Then make it right for any lengths: fill what lies outside
  // STARTER: // the input or the filter with 0, store only outputs that exist (about 6 lines).
  // STARTER: for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
  // STARTER:   s_in[tid] = in[i + chunk];
  // STARTER:   s_in[tid + BLOCK] = in[i + chunk + BLOCK];
  // STARTER:   s_filter[tid] = filter[chunk + tid];
  // STARTER:   __syncthreads();
  // STARTER:   for (int j = 0; j < BLOCK; ++j)
  // STARTER:     sum += s_in[tid + j] * s_filter[j];
  // STARTER: }
  // STARTER: __syncthreads();
  // STARTER: out[i] = sum;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    // Outside the filter a chunk holds 0, which adds nothing, so that the loop below always has
    // BLOCK rounds. Threads without an output load for the others, and come to the barriers.
    s_in[tid] = i + chunk < in_len ? in[i + chunk] : 0.0f;
    s_in[tid + BLOCK] = i + chunk + BLOCK < in_len ? in[i + chunk + BLOCK] : 0.0f;
    s_filter[tid] = chunk + tid < filter_len ? filter[chunk + tid] : 0.0f;
    __syncthreads(); // the chunk is complete

#pragma unroll 1 // exercise 3 shows what unrolling gives; left alone, nvcc unrolls this by itself
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads(); // nobody uses it any more: the next one may be loaded over it
  }
  if (i <= in_len - filter_len)
    out[i] = sum;
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab06.3): your kernel of exercise 2, with `#pragma unroll unroll` on the
  // STARTER: // line before the inner loop (1 new line).
  __shared__ float s_in[2 * BLOCK];
  __shared__ float s_filter[BLOCK];
  const int tid = threadIdx.x;
  const int i = blockIdx.x * BLOCK + tid;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += BLOCK) {
    s_in[tid] = i + chunk < in_len ? in[i + chunk] : 0.0f;
    s_in[tid + BLOCK] = i + chunk + BLOCK < in_len ? in[i + chunk + BLOCK] : 0.0f;
    s_filter[tid] = chunk + tid < filter_len ? filter[chunk + tid] : 0.0f;
    __syncthreads();

    // BLOCK is a multiple of 16, so nothing is left over. Unrolled, nvcc reads four neighbours of
    // s_filter at once: 5 loads for 4 multiplications in place of 8.
#pragma unroll unroll
    for (int j = 0; j < BLOCK; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (i <= in_len - filter_len)
    out[i] = sum;
  // END SOLUTION
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

// BEGIN SOLUTION
// STARTER: constexpr int LARGE_CHUNK = BLOCK; // TODO(lab06.4): 1,024 taps or more (1 line)
constexpr int LARGE_CHUNK = 2048;
// END SOLUTION

__global__ void convolve_large_shared_kernel(const float* in, int in_len, const float* filter,
                                             int filter_len, float* out) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab06.4): as exercise 2 with chunks of LARGE_CHUNK taps. How many inputs does
  // STARTER: // the block need for one? Each thread loads several: let it count from threadIdx.x
  // STARTER: // in steps of BLOCK (about 20 lines).
  __shared__ float s_in[BLOCK + LARGE_CHUNK];
  __shared__ float s_filter[LARGE_CHUNK];
  const int tid = threadIdx.x;
  const int first = blockIdx.x * BLOCK;
  float sum = 0.0f;
  for (int chunk = 0; chunk < filter_len; chunk += LARGE_CHUNK) {
    const int taps = min(LARGE_CHUNK, filter_len - chunk); // a short chunk needs no zeros here
    for (int k = tid; k < BLOCK + taps; k += BLOCK)
      s_in[k] = first + chunk + k < in_len ? in[first + chunk + k] : 0.0f;
    for (int k = tid; k < taps; k += BLOCK)
      s_filter[k] = filter[chunk + k];
    __syncthreads();

#pragma unroll 16
    for (int j = 0; j < taps; ++j)
      sum += s_in[tid + j] * s_filter[j];
    __syncthreads();
  }
  if (first + tid <= in_len - filter_len)
    out[first + tid] = sum;
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab06.5): let each thread make several neighbouring outputs, and keep what
  // STARTER: // they share in registers (about 25 lines, enough without a GPU). For speed on a
  // STARTER: // GPU, split the filter over the grid as well (about 60 lines in all).
  register_blocking::launch(d_in, in_len, d_filter, filter_len, d_out);
  // END SOLUTION
}

// ---- Exercise 6, a bonus: fewer multiplications ----------------------------------------------

void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab06.6): overlap-save with transforms of 4,096 points (about 150 lines).
  overlap_save::launch(d_in, in_len, d_filter, filter_len, d_out);
  // END SOLUTION
}
