// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: ldmatrix and mma by the wrappers of lab/tensor_cores.h: which lane gets what.
// Prints: rows 0, transposed 0, products 0
#include <cstdio>

#include "../../../lab/tensor_cores.h"

__device__ half entry(int row, int column) {
  return half(float((row * 5 + column * 3) % 13 - 6));
}

__device__ bool holds(unsigned pair, half first, half second) {
  return pair == (unsigned(__half_as_ushort(second)) << 16 | __half_as_ushort(first));
}

__global__ void look(int* wrong) {
  __shared__ __align__(32) half matrix[16 * 16];
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  for (int i = lane; i < 256; i += 32)
    matrix[i] = entry(i / 16, i % 16);
  __syncwarp();
  const half* const row = &matrix[lane % 16 * 16 + lane / 16 * 8];
  unsigned a[4], b[4];
  lab::ldmatrix_x4(a, row);
  lab::ldmatrix_x4_trans(b, row);
  int rows = 0, transposed = 0, products = 0;
  for (int m = 0; m < 4; ++m) { // its upper left element is in row `top`, column `left`
    const int top = m % 2 * 8, left = m / 2 * 8;
    rows += !holds(a[m], entry(top + g, left + 2 * t), entry(top + g, left + 2 * t + 1));
    transposed += !holds(b[m], entry(top + 2 * t, left + g), entry(top + 2 * t + 1, left + g));
  }
  float sums[4] = {1, 1, 1, 1};
  lab::mma_m16n8k16(sums, a, b[0], b[1]);
  for (int i = 0; i < 4; ++i) {
    float wanted = 1;
    for (int j = 0; j < 16; ++j)
      wanted += float(entry(g + i / 2 * 8, j)) * float(entry(j, 2 * t + i % 2));
    products += sums[i] != wanted;
  }
  rows = __reduce_add_sync(0xffffffff, rows);
  transposed = __reduce_add_sync(0xffffffff, transposed);
  products = __reduce_add_sync(0xffffffff, products);
  if (lane == 0) {
    wrong[0] = rows;
    wrong[1] = transposed;
    wrong[2] = products;
  }
}

int main() {
  int* wrong = nullptr;
  cudaMallocManaged(&wrong, 3 * sizeof(int));
  look<<<1, 32>>>(wrong);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("rows %d, transposed %d, products %d\n", wrong[0], wrong[1], wrong[2]);
  return cudaFree(wrong) == cudaSuccess ? 0 : 1;
}
