// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 04: what you implement in lab04.cu.
///
/// P = M N, where M is I x J, N is J x K and P is I x K. All three are row-major: element (row,
/// column) of a matrix with `width` columns is at `row * width + column`. Sizes are
/// from 1 to 250,000, and every matrix has fewer than 2^29 elements, all of them finite numbers.
/// Pointers that begin with d_ are device pointers, and begin at multiples of 256 bytes, as from
/// cudaMalloc. One host thread calls the functions, one after the other, and uses the default
/// stream; streams of your own must wait for it, and it for them, as cudaStreamCreate makes them.
/// Grading without a GPU tries I up to 320, J up to 4,400, K up to 1,312, and a few blocks of the
/// largest. With one, I and K up to 250,000, J above 65,536.
#pragma once

#include "lab/function.h"

/// The definition of the product, on the CPU and with host pointers. For reading, and for trying
/// things out: nothing grades it.
void matmul_reference(const float* M, const float* N, float* P, int I, int J, int K);

/// Exercises 1 and 2: tiles of M and of N in static shared memory. TILE is yours, 16 or 32; a block
/// has a thread for each element of a tile, TILE x TILE of them, however they are numbered. Each
/// thread loads one element of each tile and makes one of P; blocks may go on to further tiles, but
/// a P of up to 4,096 elements has a thread for each of them.
/// Writes every element of d_P and reads none, not even what it wrote. Waits for no kernel, its own
/// or an earlier one (cudaFree and a cudaMemcpy from or to the host wait; cudaFreeAsync does not),
/// and frees what it allocates, also when it throws.
/// @param d_M I * J elements
/// @param d_N J * K elements
/// @param d_P I * K elements
/// @throws lab::cuda_error when the launch fails
void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K);

/// Exercise 3: as matmul_tiled, with all that it promises, and with the tiles in dynamic shared
/// memory: `tile` x `tile` threads a block.
/// @param tile 16 or 32, chosen when the program runs
/// @throws lab::cuda_error when the launch fails
void matmul_tiled_dynamic(const float* d_M, const float* d_N, float* d_P, int I, int J, int K,
                          int tile);

// For the grader: the functions that it calls, and how it names their arguments.
LAB_FUNCTION(matmul_tiled, d_M, d_N, d_P, I, J, K)
LAB_FUNCTION(matmul_tiled_dynamic, d_M, d_N, d_P, I, J, K, tile)
