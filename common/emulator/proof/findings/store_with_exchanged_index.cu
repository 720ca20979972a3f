// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: the launch has exactly as many threads as the memory from cudaMalloc in line 20 has elements, so that no thread is beyond an edge
// Says: Are row and column, or x and y, exchanged in it?
// GPU: memcheck: Invalid __global__ write of size 4 bytes

/// A picture of 24 rows and 64 columns.
__global__ void draw(float* picture) {
  const int row = blockIdx.x, column = threadIdx.x;
  picture[column * 64 + row] = 1.0f;
}

int main() {
  constexpr int rows = 24, columns = 64;
  float* picture = nullptr;

  // one thread for each element
  cudaMalloc(&picture, rows * columns * sizeof(float));
  draw<<<rows, columns>>>(picture);
  cudaDeviceSynchronize();
  cudaGetLastError();
  cudaFree(picture);
}
