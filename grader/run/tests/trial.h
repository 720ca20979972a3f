// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A small "lab", to try the real worker with: some functions work, some do what students do.
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

struct extent {
  unsigned blocks, threads;
};
LAB_STRUCT(extent, unsigned)

void twice(const float* d_in, float* d_out, int n);
void add_to(const float* d_in, float* d_sum, int n, float factor);
void write_before(const float* d_in, float* d_out, int n);
void change_input(const float* d_in, float* d_out, int n);
void bad_launch(const float* d_in, float* d_out, int n);
void throw_error(const float* d_in, float* d_out, int n);
void far_outside(const float* d_in, float* d_out, int n);
extent extent_of(dim3 grid, dim3 block);
void on_the_host(const int* in, int* out, int n);
void follow_pointer(const float* d_in, float* d_out, int n);
void leaks(const float* d_in, float* d_out, int n);
void waits_for_ever(const float* d_in, float* d_out, int n);
/// 2 blocks: d_out[0] is 1 when the first one, which waits a little, has met the second one.
void meet(const float* d_in, float* d_out, int n);

LAB_FUNCTION(twice, d_in, d_out, n)
LAB_FUNCTION(add_to, d_in, d_sum, n, factor)
LAB_FUNCTION(write_before, d_in, d_out, n)
LAB_FUNCTION(change_input, d_in, d_out, n)
LAB_FUNCTION(bad_launch, d_in, d_out, n)
LAB_FUNCTION(throw_error, d_in, d_out, n)
LAB_FUNCTION(far_outside, d_in, d_out, n)
LAB_FUNCTION(extent_of, grid, block)
LAB_FUNCTION(on_the_host, in, out, n)
LAB_FUNCTION(follow_pointer, d_in, d_out, n)
LAB_FUNCTION(leaks, d_in, d_out, n)
LAB_FUNCTION(waits_for_ever, d_in, d_out, n)
LAB_FUNCTION(meet, d_in, d_out, n)
