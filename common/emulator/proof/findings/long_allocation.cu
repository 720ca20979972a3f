// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: uninitialised_read
// Says: reads it {here}
// GPU: initcheck finds
#include <cstdio>

constexpr size_t bytes = size_t(100) << 20, far_away = size_t(4) << 20;

__global__ void write(char* to) {
  to[100] = 1;
}

__global__ void read(const char* from, int* out) {
  *out = from[100];
  *out += from[100 + far_away]; // @here
}

int main() {
  int* out = nullptr;
  char* cells = nullptr;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&cells, bytes);
  cudaMemset(cells, 0, bytes);
  cudaFree(cells);
  cudaMalloc(&cells, bytes); // where the other one was, and nobody has written it
  write<<<1, 1>>>(cells);
  read<<<1, 1>>>(cells, out);
  cudaDeviceSynchronize();
  cudaFree(cells);
  cudaFree(out);
  return 0;
}
