// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 00: what you implement in lab00.cu.
///
/// Pointers that begin with d_ are device pointers. Grading without a GPU tries n up to 65,600.
#pragma once

#include "lab/function.h"

/// Exercise 1: d_out[i] = factor * d_in[i] for all i from 0 to n - 1, one thread for each element.
/// Does not wait for the kernel.
/// @param d_in n elements; only read
/// @param d_out n elements; all written
/// @param n at least 1
/// @throws lab::cuda_error when the launch fails
void scale(const float* d_in, float* d_out, float factor, int n);

// For the grader: the functions that it calls, and how it names their arguments.
LAB_FUNCTION(scale, d_in, d_out, factor, n)
