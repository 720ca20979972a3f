// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 06: what you implement in lab06.cu.
///
/// Every function computes the same sums:
///
///     d_out[i] = sum over j of d_in[i + j] * d_filter[j]
///
/// for all i with 0 <= i <= in_len - filter_len, so there are in_len - filter_len + 1 outputs, and
/// all j with 0 <= j < filter_len. filter_len is at least 1 and in_len at least filter_len; any
/// such lengths below 2^25 must work (below: which are tried). Inputs are finite numbers. Pointers
/// that begin with d_ are device pointers. The functions write every element of d_out, read none
/// that they have not written, and wait for no kernels, their own or earlier ones. They throw
/// lab::cuda_error when a launch fails. Device memory that they take for themselves they give back
/// before they return (where they throw, they need not): cudaMallocAsync and cudaFreeAsync do that
/// without waiting; cudaFree waits, but frees what cudaMallocAsync gave at once. One host thread
/// calls them, one after the other, and uses the default stream; streams of your own must wait for
/// it, and it for them, as cudaStreamCreate makes them.
///
/// d_in: in_len elements. d_filter: filter_len elements. d_out: in_len - filter_len + 1 elements.
/// The three do not overlap, and begin where cudaMalloc put them (at multiples of 256 bytes). BLOCK
/// is yours: choose how many threads a block has, in exercises 2 to 4 at least 128, for each
/// exercise anew. What is asked below is counted for your choice. A load of a warp counts once,
/// however many of its lanes take part and whether they load 4 bytes each or 16; bank conflicts
/// come on top. Grading without a GPU tries outputs and filter_len up to 65,600, and in
/// exercise 1 a few blocks of 2^24 outputs with one tap. With one, 2^24 outputs with one tap, and,
/// for speed, 294,912 outputs with 32,768 taps.
#pragma once

#include "lab/function.h"

/// The definition of the sums, on the CPU and with host pointers. For reading, and for trying
/// things out: nothing grades it.
void convolve_reference(const float* in, int in_len, const float* filter, int filter_len,
                        float* out);

/// Exercise 1: each output by one thread, everything from global memory.
void convolve_straight(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out);

/// Exercise 2: input and filter in chunks, in shared memory: as many taps a chunk as a block has
/// threads. For each chunk a warp makes three loads from global memory, and a block waits at two
/// barriers; fewer are right as well. No bank conflicts.
void convolve_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                     float* d_out);

/// Exercise 3: as exercise 2, with the inner loop unrolled `unroll` times, by a pragma or by hand.
/// lab06.cu instantiates it for 4, 8 and 16.
template <int unroll>
void convolve_unrolled(const float* d_in, int in_len, const float* d_filter, int filter_len,
                       float* d_out);

/// Exercise 4: as exercise 2, with chunks of 1,024 taps or more, and as many loads as it takes to
/// load each value once a chunk.
void convolve_large_shared(const float* d_in, int in_len, const float* d_filter, int filter_len,
                           float* d_out);

/// Exercise 5: the fastest that adds up all these products; a load of a warp from global or shared
/// memory serves at least two multiplications on average, from 2,000 outputs and 150 taps on.
/// Constant memory is allowed, and its loads are not counted.
void convolve_best(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out);

/// Exercise 6, a bonus: the same outputs with far fewer multiplications, by Fourier transforms of
/// parts of any size from 2,000 taps on, however short the filter is. Without cuFFT, which the
/// emulated device does not have. It may throw lab::cuda_error where the device's memory is too
/// small for the transforms.
void convolve_fft(const float* d_in, int in_len, const float* d_filter, int filter_len,
                  float* d_out);

LAB_FUNCTION(convolve_straight, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_shared, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_unrolled<4>, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_unrolled<8>, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_unrolled<16>, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_large_shared, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_best, d_in, in_len, d_filter, filter_len, d_out)
LAB_FUNCTION(convolve_fft, d_in, in_len, d_filter, filter_len, d_out)
