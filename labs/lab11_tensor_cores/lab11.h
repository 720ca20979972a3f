// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 11: the product of two matrices on tensor cores. What each function must do; README.md
/// explains the ideas.
///
/// Every function computes P = M * N, as in lab 10. M has I rows and J columns, N has J rows and K
/// columns, P has I rows and K columns; all of them are row-major. Sums and P are floats. Pointers
/// that begin with d_ are device pointers, and begin at multiples of 256 bytes, as from cudaMalloc;
/// the matrices do not overlap. Every matrix has at least one element and fewer than 2^31, and I is
/// at most 2,000,000. Elements are finite numbers between -1 and 1. The functions write every
/// element of P, and read none of it. They wait for no kernel, and throw lab::cuda_error when a
/// launch fails. Grading without a GPU tries I up to 1,152, J up to 256 and K up to 1,152, and a
/// few blocks of products with 2,000,000 rows, or millions of columns; with one, it times 2,048.
///
/// Where a number of loads or barriers is asked for, fewer are right as well.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "lab/function.h"

/// Exercise 1: each warp makes 16 x 16 elements of P from fragments that it loads from global
/// memory. I, J and K are multiples of 16.
void matmul_fragments(const half* d_M, const half* d_N, float* d_P, int I, int J, int K);
void matmul_fragments(const __nv_bfloat16* d_M, const __nv_bfloat16* d_N, float* d_P, int I, int J,
                      int K);

/// Exercise 2: the same for floats. Each element of M and N is rounded to the nearest number of
/// TensorFloat-32 (to either one, where two are as near). I and K are multiples of 16, J is a
/// multiple of 8.
void matmul_tf32(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 2, too: nearly as exact as floats, in three products of TensorFloat-32. Where elements
/// are of both signs at random, one of P is off by at most J * 2^-21. (Where they are not, errors
/// may add up, and no bound is asked for.) Sizes as before.
void matmul_tf32x3(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 3: a block makes 128 x 128 elements of P, each of its four warps 64 x 64, from tiles in
/// shared memory, which asynchronous copies bring in advance. One barrier in each phase of 32
/// columns of M, and one more; for 16 of these columns, 8 loads of a warp from shared memory. How
/// many stages there are is yours. I and K are multiples of 128, J is a multiple of 32.
void matmul_tiles(const half* d_M, const half* d_N, float* d_P, int I, int J, int K);

/// Exercise 4: the same, 64 deep, from swizzled tiles without padding, by lab::ldmatrix_x4,
/// lab::ldmatrix_x4_trans and lab::mma_m16n8k16, with no more shared memory than three stages take.
/// Any swizzling without bank conflicts is right. J is a multiple of 64.
void matmul_mma(const half* d_M, const half* d_N, float* d_P, int I, int J, int K);

/// Exercise 5, a bonus, on Hopper only: tiles by the bulk copy engine, products by whole groups of
/// four warps. I and K are multiples of 256, J is a multiple of 64.
void matmul_hopper(const half* d_M, const half* d_N, float* d_P, int I, int J, int K);

// The grader hands numbers of 16 bits over in words of 32 bits, two in each. That is what these are
// for; you need none of them.
template <class number>
void matmul_fragments(const int* d_M, const int* d_N, float* d_P, int I, int J, int K) {
  matmul_fragments(reinterpret_cast<const number*>(d_M), reinterpret_cast<const number*>(d_N), d_P,
                   I, J, K);
}
template <class number>
void matmul_tiles(const int* d_M, const int* d_N, float* d_P, int I, int J, int K) {
  matmul_tiles(reinterpret_cast<const number*>(d_M), reinterpret_cast<const number*>(d_N), d_P, I,
               J, K);
}
template <class number>
void matmul_mma(const int* d_M, const int* d_N, float* d_P, int I, int J, int K) {
  matmul_mma(reinterpret_cast<const number*>(d_M), reinterpret_cast<const number*>(d_N), d_P, I, J,
             K);
}
template <class number>
void matmul_hopper(const int* d_M, const int* d_N, float* d_P, int I, int J, int K) {
  matmul_hopper(reinterpret_cast<const number*>(d_M), reinterpret_cast<const number*>(d_N), d_P, I,
                J, K);
}

LAB_FUNCTION(matmul_fragments<half>, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_fragments<__nv_bfloat16>, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_tf32, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_tf32x3, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_tiles<half>, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_mma<half>, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_hopper<half>, d_M, d_N, d_P, I, J, K)
