// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is elsewhere: total_threads and block_and_thread, right.
#pragma once

#include "lab01.h"

#include "lab/cuda_check.h"

int total_threads(dim3 grid, dim3 block) {
  const int blocks = grid.x * grid.y * grid.z;
  const int threads = block.x * block.y * block.z;
  return blocks * threads;
}

__global__ void block_and_thread_kernel(int* block, int* thread) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  block[i] = blockIdx.x;
  thread[i] = threadIdx.x;
}

void block_and_thread(int* d_block, int* d_thread) {
  block_and_thread_kernel<<<32, 128>>>(d_block, d_thread);
  CUDA_CHECK(cudaGetLastError());
}
