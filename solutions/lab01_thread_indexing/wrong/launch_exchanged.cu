// FAILS correctness.block_and_thread (wrong launch) on both
// says: "the grid has 128 blocks of 32 threads"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Between <<< and >>> the number of threads comes first here.
#include "parts/exercise_1.h"
#include "parts/exercise_3.h"
#include "parts/exercise_4.h"

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
  block_and_thread_kernel<<<128, 32>>>(d_block, d_thread);
  CUDA_CHECK(cudaGetLastError());
}
