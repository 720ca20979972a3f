// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 09: copies and kernels at once. What each function must do; README.md explains the ideas.
///
/// All floats are finite, n is from 1 to 2^28, and h_... is pinned memory of the host. Each
/// function frees what it allocates and destroys the streams, events and graphs that it makes,
/// those of exercises 2 to 4 also when they throw. One host thread calls them, one after the other,
/// and may have work under way in the default stream: streams of your own wait for it, as
/// cudaStreamCreate makes them. From the first chunk's copy in to the last one's copy out, nothing
/// is in the default stream (a single chunk may be); before that it may be used. Grading without a
/// GPU tries n up to 262,400, and how nearly 2^28 elements are cut. Nothing tries more than 150
/// chunks.
///
/// What is done to the numbers is given, in lab09.cu: the kernels develop() and follow().
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

/// Exercise 1: hands over three operations to `stream` and returns at once: h_in to d_data, the
/// kernel develop() on the n elements there, and d_data to h_out. The host waits for nothing, and
/// nothing of it is in another stream. `stream` may be one that does not wait for the default
/// stream.
/// @param h_in, h_out n elements each
/// @param d_data n elements of device memory
/// @param rounds for develop(), at least 1
/// @throws lab::cuda_error
void enqueue_job(const float* h_in, float* h_out, float* d_data, int n, int rounds,
                 cudaStream_t stream);

/// Exercise 2: the same for an array that is cut into `chunks` chunks of n / chunks elements,
/// rounded up; the last one may be shorter (and with few elements there may be fewer chunks). While
/// one chunk is copied in, the one before it is computed and the one before that copied out. When
/// the function returns, h_out is complete, whichever call has waited (cudaFree does, too).
/// @param chunks from 1 to 1,000, also more than n
/// @throws lab::cuda_error
void process_chunks(const float* h_in, float* h_out, int n, int chunks, int rounds);

/// Exercise 3: as exercise 2 with the kernel follow(), which needs a number, the level, from the
/// chunk before: level 0 is 0, and chunk i reads level i and makes level i + 1. So the kernels must
/// run in the order of the chunks. Copies of other chunks go on meanwhile.
/// @throws lab::cuda_error
void filter_chunks(const float* h_in, float* h_out, int n, int chunks);

/// Exercise 4: as exercise 3, for data that do not fit into the memory of the device: at any time
/// at most `slots` chunks of `chunk` elements are there, one level more than there are chunks, and
/// 4,096 bytes besides, all allocations together.
/// @param chunk elements of a chunk, at least 1, also more than n; the last one may be shorter
/// @param slots from 1 to 1,000, also more than there are chunks, and slots * chunk at most 2^28;
/// with 4 and more, copies and kernels overlap as in exercise 3
/// @throws lab::cuda_error
void filter_ring(const float* h_in, float* h_out, int n, int chunk, int slots);

/// Exercise 5: runs develop() with one round on d_data, steps * repeats times, one after the other.
/// A graph of `steps` kernels is made once, in whatever way, and launched `repeats` times (that is
/// counted): small kernels then follow each other without the host. When the function returns, all
/// of it is done.
/// @param d_data n elements of device memory
/// @param steps, repeats at least 1
/// @throws lab::cuda_error
void step_many(float* d_data, int n, int steps, int repeats);

#include "lab09_scenes.h"
