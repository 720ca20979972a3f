// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: uninitialised_read
// Says: reads it {here}
// Says: the memory from malloc or new
// GPU: initcheck finds
#include <cstdio>
#include <cstdlib>

__global__ void use(int* out) {
  int* values = (int*)malloc(4 * sizeof(int));
  values[0] = 1;
  *out = values[0] + values[1]; // @here
  free(values);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  use<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  return 0;
}
