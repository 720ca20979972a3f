// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 01: what you implement in lab01.cu.
///
/// Pointers that begin with d_ are device pointers: only kernels and CUDA's functions may follow
/// them. They begin at multiples of 256 bytes, as from cudaMalloc. Other pointers are host
/// pointers: ordinary arrays of a C++ program. Arrays have at most 2^27 elements and do not
/// overlap; floats are finite numbers, tiny ones among them. Only vec_add copies: all others get or
/// make on the device what they need. Grading without a GPU tries arrays up to 270,000, and a few
/// blocks of larger ones.
#pragma once

#include <cuda_runtime.h>

#include "lab/function.h"

/// Exercise 1: launches 24 blocks of 64 threads, which draw a picture of 24 rows and 64 columns.
/// Thread t of block b stores brightness(b, t) in d_picture[b * 64 + t].
/// @param d_picture 24 * 64 elements, one row after the other; all written
/// @throws lab::cuda_error when the launch fails
void draw_picture(int* d_picture);

/// Exercise 2: c[i] = a[i] + b[i] for all i from 0 to n - 1, made on the device with one thread for
/// each element; more threads, without an element, are allowed. Allocates what it needs on the
/// device and frees all of it before it returns. (Where it throws, it need not.)
/// @param a,b n elements each, on the host; only read
/// @param c n elements, on the host; all written when the function returns
/// @param n 0 or more
/// @throws lab::cuda_error when a CUDA call or the launch fails
void vec_add(const float* a, const float* b, float* c, int n);

/// Exercise 3: how many threads a launch `kernel<<<grid, block>>>` has in all.
/// @return fewer than 2^31
int total_threads(dim3 grid, dim3 block);

/// Exercise 3: launches 32 blocks of 128 threads, 4,096 threads in all, and each thread says who it
/// is. Thread t of block b has the number i = b * 128 + t among all threads. It stores b in
/// d_block[i] and t in d_thread[i], and no other thread does it for it.
/// @param d_block,d_thread 4,096 elements each
/// @throws lab::cuda_error when the launch fails
void block_and_thread(int* d_block, int* d_thread);

/// Exercise 4: launches a kernel with `grid` and `block` as they are given. Each thread stores its
/// index in the whole grid.
///
/// The index counts threads along x first, then y, then z, through the whole grid and not block by
/// block: in a grid that is `width` threads wide and `height` threads high, the thread at (x, y, z)
/// has the index (z * height + y) * width + x.
///
/// Where it stores it is given: d_out has a row for each block and in it an element for each thread
/// of the block. README.md shows an example.
/// @param d_out an element for each thread of the launch
/// @param grid,block 1-D, 2-D or 3-D; fewer than 2^31 threads
/// @throws lab::cuda_error when the launch fails
void fill_global_index(int* d_out, dim3 grid, dim3 block);

/// Exercise 5: d_y[i] = alpha * d_x[i] + d_y[i] for all i from 0 to n - 1, with a single launch of
/// just `blocks` blocks, however large n is. A thread that has done its element goes on with the
/// one that lies as many places further as there are threads in the grid.
/// @param d_x n elements; only read
/// @param d_y n elements; read and written
/// @param n 0 or more; for 0 a launch is allowed and not needed
/// @param blocks 1 to 1,000,000; you choose how many threads a block has
/// @throws lab::cuda_error when the launch fails
void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks);

// For the grader: the functions that it calls, and how it names their arguments.
LAB_FUNCTION(draw_picture, d_picture)
LAB_FUNCTION(vec_add, a, b, c, n)
LAB_FUNCTION(total_threads, grid, block)
LAB_FUNCTION(block_and_thread, d_block, d_thread)
LAB_FUNCTION(fill_global_index, d_out, grid, block)
LAB_FUNCTION(saxpy_grid_stride, alpha, d_x, d_y, n, blocks)
