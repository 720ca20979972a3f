// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 01: grids, blocks and threads.
//
//   ./lab grade lab01     is it right, and what should you look at first?
//   ./lab run lab01       run small examples and look at them
//   ./lab hint lab01      a little help, then a little more
//
// README.md explains the idea with pictures; lab01.h says what each function must do.
//
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order, from lab01.1 to lab01.5. The grader shows how far
// STARTER: // you are.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
#include "lab01.h"

#include "lab/cuda_check.h"

// ---- Exercise 1: a picture, to warm up ---------------------------------------------------------

// Given: how bright the pixel in this row and column is, from 0 (dark) to 9. It is a ball, and
// light falls on it from the upper left.
__device__ int brightness(int row, int column) {
  const int x = column - 32;  // from the middle to the right
  const int y = 2 * row - 23; // down; a pixel is twice as high as it is wide
  const int rest = 22 * 22 - x * x - y * y;
  if (rest < 0)
    return 0; // beside the ball
  int z = 0;  // towards us
  while ((z + 1) * (z + 1) <= rest)
    ++z;
  const int light = (2 * z - x - y) / 5;
  return light < 1 ? 1 : light > 9 ? 9 : light;
}

// A block draws a row of the picture, and each of its threads one pixel.
__global__ void picture_kernel(int* picture) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.1): three lines. The row is the number of this thread's block,
  // STARTER: // blockIdx.x. The column is its own number in the block, threadIdx.x. Store
  // STARTER: // brightness(row, column) in picture[row * 64 + column].
  const int row = blockIdx.x;
  const int column = threadIdx.x;
  picture[row * 64 + column] = brightness(row, column);
  // END SOLUTION
}

// Starts 24 blocks of 64 threads: 1,536 threads for 1,536 pixels.
void draw_picture(int* d_picture) {
  picture_kernel<<<24, 64>>>(d_picture);
  CUDA_CHECK(cudaGetLastError());
}

// ---- An example, complete: squares with one block, so with at most 1,024 threads ---------------

// Runs on the device, once for each thread. Thread i makes element i.
__global__ void square_kernel(const float* in, float* out) {
  const int i = threadIdx.x;
  out[i] = in[i] * in[i];
}

// Runs on the host. `in` and `out` are host arrays of n elements; n is 1 to 1,024.
void square(const float* in, float* out, int n) {
  const std::size_t bytes = n * sizeof(float);

  // 1. Allocate memory on the device. cudaMalloc sets the pointer, so it needs the pointer's
  // address.
  float* d_in = nullptr;
  float* d_out = nullptr;
  CUDA_CHECK(cudaMalloc(&d_in, bytes));
  CUDA_CHECK(cudaMalloc(&d_out, bytes));
  // 2. Copy in. First where to, then where from, how many bytes, in which direction.
  CUDA_CHECK(cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice));
  // 3. Launch 1 block of n threads. A launch returns nothing: ask whether it worked.
  square_kernel<<<1, n>>>(d_in, d_out);
  CUDA_CHECK(cudaGetLastError());
  // 4. Copy out. This copy waits for the kernel.
  CUDA_CHECK(cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost));
  // 5. Free.
  CUDA_CHECK(cudaFree(d_in));
  CUDA_CHECK(cudaFree(d_out));
}

// ---- Exercise 2: the sum of two arrays ---------------------------------------------------------

__global__ void vec_add_kernel(const float* a, const float* b, float* c, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.2): the number i of this thread among the threads of all blocks, then
  // STARTER: // c[i]. Threads with i >= n have no element (about 3 lines).
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
  // END SOLUTION
}

void vec_add(const float* a, const float* b, float* c, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.2): the five steps, as in square() above (about 14 lines). 256
  // STARTER: // threads in each block, and enough blocks for n.
  // STARTER: // TODO(lab01.2): a launch needs at least one block. What if n is 0 (2 lines)?
  if (n == 0)
    return;
  const std::size_t bytes = n * sizeof(float);
  float* d_a = nullptr;
  float* d_b = nullptr;
  float* d_c = nullptr;
  CUDA_CHECK(cudaMalloc(&d_a, bytes));
  CUDA_CHECK(cudaMalloc(&d_b, bytes));
  CUDA_CHECK(cudaMalloc(&d_c, bytes));
  CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
  const int threads = 256;
  const int blocks = (n + threads - 1) / threads;
  vec_add_kernel<<<blocks, threads>>>(d_a, d_b, d_c, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  CUDA_CHECK(cudaFree(d_c));
  // END SOLUTION
}

// ---- Exercise 3: who is who in 32 blocks of 128 threads ----------------------------------------

int total_threads(dim3 grid, dim3 block) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.3): blocks in the grid, times threads in a block (about 3 lines).
  // STARTER: return 0;
  const int blocks = grid.x * grid.y * grid.z;
  const int threads = block.x * block.y * block.z;
  return blocks * threads;
  // END SOLUTION
}

__global__ void block_and_thread_kernel(int* block, int* thread) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.3): store the block's number and the thread's number in its block at
  // STARTER: // the thread's place among all 4,096 (3 lines).
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  block[i] = blockIdx.x;
  thread[i] = threadIdx.x;
  // END SOLUTION
}

void block_and_thread(int* d_block, int* d_thread) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.3): 32 blocks of 128 threads (1 line to change).
  // STARTER: block_and_thread_kernel<<<1, 1>>>(d_block, d_thread);
  block_and_thread_kernel<<<32, 128>>>(d_block, d_thread);
  // END SOLUTION
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 4: an index in one, two and three dimensions -------------------------------------

__global__ void fill_global_index_kernel(int* out) {
  // Given: where this thread stores. A row for each block, an element for each of its threads.
  const int row = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int column = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int row_length = blockDim.x * blockDim.y * blockDim.z;

  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.4): x, y and z of this thread in the whole grid, the grid's width and
  // STARTER: // height in threads, and from these the index (about 6 lines).
  // STARTER: const int index = 0;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x;
  const int height = gridDim.y * blockDim.y;
  const int index = (z * height + y) * width + x;
  // END SOLUTION
  out[row * row_length + column] = index;
}

void fill_global_index(int* d_out, dim3 grid, dim3 block) {
  fill_global_index_kernel<<<grid, block>>>(d_out);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 5: any number of elements with any number of blocks ------------------------------

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.5): begin with this thread's own element and go on in steps of the
  // STARTER: // number of threads in the grid, as long as i < n (about 3 lines).
  // STARTER: const int i = threadIdx.x;
  // STARTER: y[i] = alpha * x[i] + y[i];
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int step = gridDim.x * blockDim.x;
  for (int i = first; i < n; i += step)
    y[i] = alpha * x[i] + y[i];
  // END SOLUTION
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab01.5): the given number of blocks (1 line to change).
  // STARTER: saxpy_kernel<<<1, 256>>>(alpha, d_x, d_y, n);
  saxpy_kernel<<<blocks, 256>>>(alpha, d_x, d_y, n);
  // END SOLUTION
  CUDA_CHECK(cudaGetLastError());
}
