// FAILS correctness.flat_index (a size of another direction) on both
// also: correctness.solid_index
// says: "y is made with blockDim.x"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// y is made as x is, with the width of a block.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_4.h"

__global__ void fill_global_index_kernel(int* out) {
  // Given: where this thread stores. A row for each block, an element for each of its threads.
  const int row = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int column = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int row_length = blockDim.x * blockDim.y * blockDim.z;

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.x + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x;
  const int height = gridDim.y * blockDim.y;
  const int index = (z * height + y) * width + x;
  out[row * row_length + column] = index;
}

void fill_global_index(int* d_out, dim3 grid, dim3 block) {
  fill_global_index_kernel<<<grid, block>>>(d_out);
  CUDA_CHECK(cudaGetLastError());
}
