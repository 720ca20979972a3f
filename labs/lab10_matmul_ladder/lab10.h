// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 10: the product of two matrices, up a ladder. What each function must do; README.md explains
/// the ideas.
///
/// Every function computes P = M * N, as in lab 04. M has I rows and J columns, N has J rows and K
/// columns, P has I rows and K columns; all of them are row-major, with at least one element. M and
/// N have fewer than 2^29 elements, P has fewer than 2^31, and I is at most 2,000,000. Pointers
/// that begin with d_ are device pointers, and begin at multiples of 256 bytes, as from cudaMalloc;
/// the matrices do not overlap. Elements are finite numbers. The functions write every element of
/// P, and read none of it, not even what they wrote: a sum is complete when it is stored. They wait
/// for no kernel, and throw lab::cuda_error when a launch fails. Grading without a GPU tries I and
/// K up to 576, J up to 1,031 (matmul_squares: 135; the rungs behind it: 64), and a few blocks of
/// a P with nearly 2^31 elements, or with 2^23 columns. With one, J up to 60,000.
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

/// Exercise 1: each thread makes a strip of 8 elements of P, one below the other, from tiles in
/// shared memory. Any I, J and K.
void matmul_strips(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 2: each thread makes 8 x 8 elements of P. Any I, J and K.
void matmul_squares(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 3: as exercise 2, with loads and stores of 16 bytes, in global and in shared memory.
/// I and K are multiples of 128, J is a multiple of 8.
void matmul_vectors(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 4: as exercise 3. While the tiles of M and N are used, the next ones come into second
/// buffers, those of one matrix at least by asynchronous copies, with no more sectors than in
/// exercise 3; there is one barrier in each phase. Sizes as in exercise 3.
void matmul_async(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// A block makes tile_i x tile_k elements of P, a warp of it warp_i x warp_k, a thread thread_i x
/// thread_k; in each phase tile_j columns of M and rows of N are in shared memory. `blocks` blocks
/// shall fit on a multiprocessor at once.
struct small_shape {
  static constexpr int tile_i = 64, tile_j = 8, tile_k = 64;
  static constexpr int warp_i = 32, warp_k = 32;
  static constexpr int thread_i = 4, thread_k = 8;
  static constexpr int blocks = 4;
};

/// The same numbers for a wider, flatter tile.
struct wide_shape {
  static constexpr int tile_i = 32, tile_j = 16, tile_k = 128;
  static constexpr int warp_i = 32, warp_k = 32;
  static constexpr int thread_i = 8, thread_k = 4;
  static constexpr int blocks = 4;
};

/// Exercise 5: as exercise 4, each warp with a tile of its own, in tiles of any `shape`. I, J and K
/// are multiples of shape::tile_i, tile_j and tile_k, and J is at least twice tile_j. lab10.cu
/// instantiates it for the two above.
template <class shape>
void matmul_warps(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 5, too: matmul_warps with the shape that you have found to be the fastest. I and K are
/// multiples of 128, J is a multiple of 32 and at least 64.
void matmul_best(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

LAB_FUNCTION(matmul_strips, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_squares, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_vectors, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_async, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_warps<small_shape>, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_warps<wide_shape>, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_best, d_M, d_N, d_P, I, J, K)
