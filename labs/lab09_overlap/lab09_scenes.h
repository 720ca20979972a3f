// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The scenes in which your functions are tried: lab09_scenes.cu makes pinned memory, calls a
/// function and looks at what it did. The grader calls these; there is nothing to do here for you.
///
/// With `timed` they also look at when copies and kernels run: on the emulated device by the model
/// of emulator/timeline.h, on a GPU by the clock, beside the same work in one stream. Whoever is
/// too slow is told why by a lab::complaint. The emulated device also says what was handed over:
/// whether an array was cut as asked, and in which streams that went.
#pragma once

#include "lab/function.h"

/// enqueue_job() in a stream of its own; timed: for two halves, in two streams.
void run_job(const float* input, float* output, int n, int rounds, int timed);

/// On the emulated device: enqueue_job() for so many elements that only a few blocks run.
void run_large_job(int n);

void run_chunks(const float* input, float* output, int n, int chunks, int rounds, int timed);

void run_filter(const float* input, float* output, int n, int chunks, int timed);

/// On the emulated device, which has no more memory meanwhile than filter_ring() may use.
void run_ring(const float* input, float* output, int n, int chunk, int slots, int timed);

/// On the emulated device: how the functions of exercises 2 to 4 cut arrays near the limits of
/// lab09.h, of which only a few blocks run.
void cut_chunks(int n, int chunks);
void cut_filter(int n, int chunks);
void cut_ring(int n, int chunk, int slots);

/// step_many(), timed.
void run_steps(const float* input, float* output, int n, int steps, int repeats);

LAB_FUNCTION(step_many, d_data, n, steps, repeats)
LAB_FUNCTION(run_job, input, output, n, rounds, timed)
LAB_FUNCTION(run_large_job, n)
LAB_FUNCTION(run_chunks, input, output, n, chunks, rounds, timed)
LAB_FUNCTION(run_filter, input, output, n, chunks, timed)
LAB_FUNCTION(run_ring, input, output, n, chunk, slots, timed)
LAB_FUNCTION(cut_chunks, n, chunks)
LAB_FUNCTION(cut_filter, n, chunks)
LAB_FUNCTION(cut_ring, n, chunk, slots)
LAB_FUNCTION(run_steps, input, output, n, steps, repeats)
