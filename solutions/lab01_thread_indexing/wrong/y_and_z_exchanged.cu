// FAILS correctness.solid_index (wrong order) on both
// says: "y and z are exchanged"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// z counts before y: right as long as there is no z.
#include "parts/exercise_1.h"
#include "parts/exercise_2.h"
#include "parts/exercise_4.h"

__global__ void fill_global_index_kernel(int* out) {
  // Given: where this thread stores. A row for each block, an element for each of its threads.
  const int row = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int column = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int row_length = blockDim.x * blockDim.y * blockDim.z;

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  const int width = gridDim.x * blockDim.x;
  const int depth = gridDim.z * blockDim.z;
  const int index = (y * depth + z) * width + x;
  out[row * row_length + column] = index;
}

void fill_global_index(int* d_out, dim3 grid, dim3 block) {
  fill_global_index_kernel<<<grid, block>>>(d_out);
  CUDA_CHECK(cudaGetLastError());
}
