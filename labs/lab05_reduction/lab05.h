// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 05: what you implement in lab05.cu.
///
/// All functions add up integers. The numbers are small enough that every partial sum fits into an
/// int, in whatever order they are added: results are exact. Pointers that begin with d_ are device
/// pointers, as cudaMalloc returns them (a multiple of 256 bytes). No function waits for
/// kernels, its own or earlier ones (cudaMemset and cudaMemsetAsync do not wait either; cudaFree
/// and a cudaMemcpy from or to the host do), and each frees what it allocates, also when it throws.
/// n is less than 2^29. One host thread calls them, one after the other. Grading without a GPU
/// tries n up to 540,000, and a few blocks of exercises 1 to 4 for the largest n; with one, above
/// 2^24.
///
/// BLOCK is yours: choose how many threads a block has, for each function anew. A function may
/// launch another kernel besides, such as one that sets the result to 0. What is asked of blocks,
/// barriers and loads is asked of the kernel that reads d_in. Callers use the default stream;
/// streams of your own must wait for it, and it for them, as cudaStreamCreate makes them.
#pragma once

#include "lab/function.h"

/// The sum of `n` numbers on the CPU, with a host pointer. For reading, and for trying things out:
/// nothing grades it.
int sum_reference(const int* in, int n);

/// Exercise 1: one sum for each block. Block b adds up the numbers of
/// [b * block_size, (b + 1) * block_size), as far as there are any, and stores d_sums[b].
/// @param d_in n elements
/// @param d_sums one element a block: n / block_size, rounded up. Every one is written.
/// @param n at least 1
/// @param block_size threads of a block: any number from 1 to 1024. The launch has one block of
/// just so many threads for each sum.
/// @throws lab::cuda_error when the launch fails
void block_sums(const int* d_in, int* d_sums, int n, int block_size);

/// Exercise 2: the sum of all numbers. A tree in shared memory in each block of BLOCK threads, then
/// at most one atomic operation a block. (Those on shared memory are not counted where the lanes of
/// a warp use different elements.) A tree over T threads has log2(T) + 2 barriers at most, and
/// fewer are right as well.
/// @param d_in n elements
/// @param d_out one element. It may contain any value before the call, and is the sum after it.
/// @param n 0 or more. The sum of no numbers is 0.
/// @throws lab::cuda_error when the launch fails
void sum_tree(const int* d_in, int* d_out, int n);

/// Exercise 3: as sum_tree, also for n = 0 and for a launch that fails, with half as many blocks
/// (at most n / (2 * BLOCK), rounded up): each thread adds two numbers while it loads them.
/// Whichever two they are, the threads of a warp load neighbours, and no sector of 32 bytes is
/// loaded twice, but for a few where blocks or the array end.
void sum_two_per_thread(const int* d_in, int* d_out, int n);

/// Exercise 4: as sum_two_per_thread, with warp shuffles in place of the tree: at most two barriers
/// in a block, and no more than eight numbers of a warp in shared memory. How the sums of the warps
/// are added is yours; atomic operations are counted as in exercise 2.
void sum_shuffle(const int* d_in, int* d_out, int n);

/// Exercise 5: as sum_shuffle, with few blocks, each thread taking many numbers in loads of 16
/// bytes. No more than n / 8 threads, rounded up to whole blocks (at least one), however many the
/// device could run; and no fewer than n / 32, or, where that is more than the device can run at
/// one time, as many as it can.
void sum_grid_stride(const int* d_in, int* d_out, int n);

// For the grader: the functions that it calls, and how it names their arguments.
LAB_FUNCTION(block_sums, d_in, d_sums, n, block_size)
LAB_FUNCTION(sum_tree, d_in, d_out, n)
LAB_FUNCTION(sum_two_per_thread, d_in, d_out, n)
LAB_FUNCTION(sum_shuffle, d_in, d_out, n)
LAB_FUNCTION(sum_grid_stride, d_in, d_out, n)
