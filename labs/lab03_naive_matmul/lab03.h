// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 03: what you implement in lab03.cu.
///
/// P = M N, where M is I x J, N is J x K and P is I x K. All three are row-major: element (row,
/// column) of a matrix with `width` columns is at `row * width + column`. Sizes are
/// from 1 to 250,000, and every matrix has fewer than 2^29 elements, all of them finite numbers.
/// Pointers that begin with d_ are device pointers, and begin at multiples of 256 bytes, as from
/// cudaMalloc; the matrices do not overlap. Grading without a GPU tries I, J
/// and K up to 65,600, and a few blocks of the largest. With one, I and K up to 250,000.
#pragma once

#include "lab/function.h"

/// The definition of the product, on the CPU and with host pointers. For reading, and for trying
/// things out: nothing grades it.
void matmul_reference(const float* M, const float* N, float* P, int I, int J, int K);

/// Exercises 1 to 3: one thread for each element of P. You choose the shape of the blocks.
/// Writes every element of d_P and reads none, not even what it wrote. Waits for no kernel, its own
/// or an earlier one, and frees what it allocates, also when it throws.
/// @param d_M I * J elements
/// @param d_N J * K elements
/// @param d_P I * K elements
/// @throws lab::cuda_error when the launch fails
void matmul_naive(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

// For the grader: the functions that it calls, and how it names their arguments.
LAB_FUNCTION(matmul_naive, d_M, d_N, d_P, I, J, K)
