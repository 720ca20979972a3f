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
// BEGIN SOLUTION
// STARTER: // The first kernel below is a classroom kernel with five mistakes. Find them, then work
// STARTER: // through the TODOs in order: lab05.1 to lab05.5. The grader shows how far you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.1): five mistakes (about 8 lines to change). Where are the threads'
  // STARTER: // numbers stored? Which thread must wait for which? In which element is the block's
  // STARTER: // sum stored? What does a thread behind the last number load? Which numbers of a
  // STARTER: // block of 24 are never added?
  // STARTER: __shared__ int* partial;
  // STARTER: const int tid = threadIdx.x;
  // STARTER: const int index = blockIdx.x * blockDim.x + tid;
  // STARTER: partial[tid] = d_in[index];
  // STARTER: for (int stride = blockDim.x / 2; stride > 0; stride /= 2)
  // STARTER:   if (tid < stride)
  // STARTER:     partial[tid] += partial[tid + stride];
  // STARTER: if (tid == 0)
  // STARTER:   d_sums[index] = partial[0];
  extern __shared__ int partial[]; // one number a thread: the launch gives the room
  const int tid = threadIdx.x;
  const int index = blockIdx.x * blockDim.x + tid;
  partial[tid] = index < n ? d_in[index] : 0; // 0 adds nothing, and no thread may leave
  __syncthreads();

  // The upper half is added to the lower one. Of an odd count the one in the middle stays.
  for (int count = blockDim.x; count > 1;) {
    const int half = (count + 1) / 2;
    if (tid + half < count)
      partial[tid] += partial[tid + half];
    __syncthreads(); // all sums of this round are there
    count = half;
  }
  if (tid == 0)
    d_sums[blockIdx.x] = partial[0];
  // END SOLUTION
}

void block_sums(const int* d_in, int* d_sums, int n, int block_size) {
  const int blocks = (n + block_size - 1) / block_size;
  // BEGIN SOLUTION
  // STARTER: const size_t shared_bytes = 0; // TODO(lab05.1): the bytes of the array `partial`
  const size_t shared_bytes = block_size * sizeof(int);
  // END SOLUTION
  block_sums_kernel<<<blocks, block_size, shared_bytes>>>(d_in, d_sums, n);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 2: the sum of all blocks -------------------------------------------------------

constexpr int BLOCK = 512; // threads of a block from here on

__global__ void sum_tree_kernel(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.2): the tree of exercise 1, in an array of BLOCK ints. Then one thread
  // STARTER: // of the block adds its sum to *d_out with atomicAdd (about 12 lines).
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * BLOCK + tid;
  partial[tid] = index < n ? d_in[index] : 0;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(d_out, partial[0]);
  // END SOLUTION
}

void sum_tree(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.2): *d_out must be 0 before the first block adds to it. Then launch,
  // STARTER: // unless there are no numbers (about 6 lines).
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int))); // in the same stream: before the kernel
  if (n == 0)
    return; // a grid of no blocks is an error
  const int blocks = (n + BLOCK - 1) / BLOCK;
  sum_tree_kernel<<<blocks, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}

// ---- Exercise 3: the first addition while loading --------------------------------------------

__global__ void sum_two_per_thread_kernel(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.3): a block takes 2 * BLOCK numbers. Each thread loads two, BLOCK
  // STARTER: // apart, and puts their sum into the tree. Both may lie behind the last number
  // STARTER: // (about 14 lines).
  __shared__ int partial[BLOCK];
  const int tid = threadIdx.x;
  const int index = blockIdx.x * (2 * BLOCK) + tid;
  int sum = index < n ? d_in[index] : 0;
  if (index + BLOCK < n)
    sum += d_in[index + BLOCK];
  partial[tid] = sum;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (tid < stride)
      partial[tid] += partial[tid + stride];
    __syncthreads();
  }
  if (tid == 0)
    atomicAdd(d_out, partial[0]);
  // END SOLUTION
}

void sum_two_per_thread(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.3): as in exercise 2, with half as many blocks (about 6 lines).
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
  if (n == 0)
    return;
  const int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
  sum_two_per_thread_kernel<<<blocks, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}

// ---- Exercise 4: warp shuffles ---------------------------------------------------------------

constexpr unsigned ALL_LANES = 0xffffffffu;

// The sum of a warp's 32 values, in lane 0. All lanes of the warp must call it.
__device__ int warp_sum(int value) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.4): add the value of the lane 16 further up, then 8, 4, 2, 1, with
  // STARTER: // __shfl_down_sync(ALL_LANES, value, distance) (2 lines).
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(ALL_LANES, value, distance);
  // END SOLUTION
  return value;
}

// The sum of a block's BLOCK values, in thread 0. All threads of the block must call it.
__device__ int block_sum(int value) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.4): the sum of each warp goes into shared memory. When all are there,
  // STARTER: // the first warp adds them up (about 8 lines).
  __shared__ int warp_sums[BLOCK / 32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  value = warp_sum(value);
  if (lane == 0)
    warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) // a whole warp: all its lanes shuffle
    value = warp_sum(lane < BLOCK / 32 ? warp_sums[lane] : 0);
  // END SOLUTION
  return value;
}

__global__ void sum_shuffle_kernel(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.4): two numbers a thread as in exercise 3, then block_sum (about 7
  // STARTER: // lines).
  const int index = blockIdx.x * (2 * BLOCK) + threadIdx.x;
  int sum = index < n ? d_in[index] : 0;
  if (index + BLOCK < n)
    sum += d_in[index + BLOCK];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
  // END SOLUTION
}

void sum_shuffle(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.4): as in exercise 3 (about 6 lines).
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
  if (n == 0)
    return;
  const int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
  sum_shuffle_kernel<<<blocks, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}

// ---- Exercise 5: few blocks, wide loads ------------------------------------------------------

__global__ void sum_grid_stride_kernel(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.5): read d_in as int4, four numbers in a load. Each thread begins at
  // STARTER: // its place in the grid and goes on by the number of threads in the grid. Up to
  // STARTER: // three numbers are left over at the end. Then block_sum (about 14 lines).
  const int4* vectors = reinterpret_cast<const int4*>(d_in);
  const int count = n / 4;
  const int first = blockIdx.x * BLOCK + threadIdx.x;
  const int threads = gridDim.x * BLOCK;
  int sum = 0;
#pragma unroll 4
  for (int i = first; i < count; i += threads) { // counts vectors: i stays far below 2^31
    const int4 v = vectors[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (first < n - 4 * count) // up to three are left
    sum += d_in[4 * count + first];
  sum = block_sum(sum);
  if (threadIdx.x == 0)
    atomicAdd(d_out, sum);
  // END SOLUTION
}

void sum_grid_stride(const int* d_in, int* d_out, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab05.5): at most n / 8 threads, rounded up to whole blocks, and not many more
  // STARTER: // blocks than the device can hold at once (about 10 lines).
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, sizeof(int)));
  if (n == 0)
    return;
  int device = 0, multiprocessors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int enough = (n + 16 * BLOCK - 1) / (16 * BLOCK); // four loads for each thread
  const int blocks = std::min(enough, 16 * multiprocessors);
  sum_grid_stride_kernel<<<blocks, BLOCK>>>(d_in, d_out, n);
  CUDA_CHECK(cudaGetLastError());
  // END SOLUTION
}
