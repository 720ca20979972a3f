// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: writes it {here}
// Says: just past the end of the memory from malloc or new in line 15 (20 bytes
// Says: one element too far
// GPU: memcheck finds
#include <cstdio>
#include <cstdlib>

__global__ void fill() {
  const int n = 5;

  int* values = (int*)malloc(n * sizeof(int)); // the line that is said
  for (int i = 0; i <= n; ++i)
    values[i] = i; // @here
  free(values);
}

int main() {
  fill<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaGetLastError();
  return 0;
}
