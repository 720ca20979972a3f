// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Another right answer: device_buffer allocates, copies and frees; other block sizes; the guard
// returns; the index as a sum of steps.
#include "lab01.h"

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"

__global__ void vec_add_kernel(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  c[i] = a[i] + b[i];
}

void vec_add(const float* a, const float* b, float* c, int n) {
  const lab::device_buffer<float> d_a(a, n);
  const lab::device_buffer<float> d_b(b, n);
  lab::device_buffer<float> d_c(n);
  vec_add_kernel<<<n / 128 + 1, 128>>>(d_a.data(), d_b.data(), d_c.data(), n);
  CUDA_CHECK(cudaGetLastError());
  d_c.copy_to(c);
}

int total_threads(dim3 grid, dim3 block) {
  const int blocks = grid.x * grid.y * grid.z;
  const int threads = block.x * block.y * block.z;
  return blocks * threads;
}

__global__ void block_and_thread_kernel(int* block, int* thread) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  block[i] = blockIdx.x;
  thread[i] = threadIdx.x;
}

void block_and_thread(int* d_block, int* d_thread) {
  block_and_thread_kernel<<<32, 128>>>(d_block, d_thread);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void fill_global_index_kernel(int* out) {
  // Given: where this thread stores. A row for each block, an element for each of its threads.
  const int row = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int column = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int row_length = blockDim.x * blockDim.y * blockDim.z;

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x;
  const int layer = width * gridDim.y * blockDim.y;
  const int index = z * layer + y * width + x;
  out[row * row_length + column] = index;
}

void fill_global_index(int* d_out, dim3 grid, dim3 block) {
  fill_global_index_kernel<<<grid, block>>>(d_out);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void saxpy_kernel(float alpha, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = alpha * x[i] + y[i];
}

void saxpy_grid_stride(float alpha, const float* d_x, float* d_y, int n, int blocks) {
  saxpy_kernel<<<blocks, 64>>>(alpha, d_x, d_y, n);
  CUDA_CHECK(cudaGetLastError());
}
