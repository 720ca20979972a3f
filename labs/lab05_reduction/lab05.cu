// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 05: the sum of an array.
//
//   ./lab grade lab05     is it right, free of races, and does it read in large pieces?
//   ./lab run lab05       add up small arrays and look at the results
//   ./lab hint lab05      a little help, then a little more
//
// README.md explains the idea with pictures; lab05.h says what each function must do.
//
// The first kernel below is a classroom kernel with five mistakes. Find them, then work
// through the TODOs in order: lab05.1 to lab05.5. The grader shows how far you are.
#include "lab05.h"

#include <algorithm>

#include "lab/cuda_check.h"

// ---- CPU reference: what a sum is ------------------------------------------------------------

int sum_reference(const int* in, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i];
  return sum;
}

// ---- Exercise 1: one sum for each block ------------------------------------------------------

__global__ void block_sums_kernel(const int* d_in, int* d_sums, int n) {
  // TODO(lab05.1): five mistakes (about 8 lines to change). Where are the threads'
  // numbers stored? Which thread must wait for which? In which element is the block's
  // sum stored? What does a thread behind the last number load? Which numbers of a
  // block of 24 are never added?
  __shared__ int* partial;
  const int tid = threadIdx.x;
  const int index = blockIdx.x * blockDim.x + tid;
  partial[tid] = d_in[index];
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2)
    if (tid < stride)
      partial[tid] += partial[tid + stride];
  if (tid == 0)
    d_sums[index] = partial[0];
}

void block_sums(const int* d_in, int* d_sums, int n, int block_size) {
  const int blocks = (n + block_size - 1) / block_size;
  const size_t shared_bytes = 0; // TODO(lab05.1): the bytes of the array `partial`
  block_sums_kernel<<<blocks, block_size, shared_bytes>>>(d_in, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 2: the sum of all blocks -------------------------------------------------------

constexpr int BLOCK = 512; // threads of a block from here on

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  // TODO(lab05.2): the tree of exercise 1, in an array of BLOCK ints. Then one thread
  // of the block adds its sum to *d_out with atomicAdd (about 12 lines).
}

void sum_tree(const int* d_in, int* d_out, int n) {
  // TODO(lab05.2): *d_out must be 0 before the first block adds to it. Then launch,
  // unless there are no numbers (about 6 lines).
}

// ---- Exercise 3: the first addition while loading --------------------------------------------

__global__ void sum_two_per_thread_kernel(const int* d_in, int* d_out, int n) {
  // TODO(lab05.3): a block takes 2 * BLOCK numbers. Each thread loads two, BLOCK
  // apart, and puts their sum into the tree. Both may lie behind the last number
  // (about 14 lines).
}

void sum_two_per_thread(const int* d_in, int* d_out, int n) {
  // TODO(lab05.3): as in exercise 2, with half as many blocks (about 6 lines).
}

// ---- Exercise 4: warp shuffles ---------------------------------------------------------------

constexpr unsigned ALL_LANES = 0xffffffffu;

// The sum of a warp's 32 values, in lane 0. All lanes of the warp must call it.
__device__ int warp_sum(int value) {
  // TODO(lab05.4): add the value of the lane 16 further up, then 8, 4, 2, 1, with
  // __shfl_down_sync(ALL_LANES, value, distance) (2 lines).
  return value;
}

// The sum of a block's BLOCK values, in thread 0. All threads of the block must call it.
__device__ int block_sum(int value) {
  // TODO(lab05.4): the sum of each warp goes into shared memory. When all are there,
  // the first warp adds them up (about 8 lines).
  return value;
}

__global__ void sum_shuffle_kernel(const int* d_in, int* d_out, int n) {
  // TODO(lab05.4): two numbers a thread as in exercise 3, then block_sum (about 7
  // lines).
}

void sum_shuffle(const int* d_in, int* d_out, int n) {
  // TODO(lab05.4): as in exercise 3 (about 6 lines).
}

// ---- Exercise 5: few blocks, wide loads ------------------------------------------------------

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  // TODO(lab05.5): read d_in as int4, four numbers in a load. Each thread begins at
  // its place in the grid and goes on by the number of threads in the grid. Up to
  // three numbers are left over at the end. Then block_sum (about 14 lines).
}

void sum_grid_stride(const int* d_in, int* d_out, int n) {
  // TODO(lab05.5): at most n / 8 threads, rounded up to whole blocks, and not many more
  // blocks than the device can hold at once (about 10 lines).
}
