// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: what kernels have printed is lost when the program ends without waiting for them, and it is told so.
// Says: 13 bytes that kernels printed are lost, as on a GPU
#include <cstdio>

__managed__ volatile int printed;

__global__ void print() {
  printf("nobody waits\n");
  __threadfence_system();
  printed = 1;
}

int main() {
  print<<<1, 1>>>();
  while (printed == 0) {
  }
  return 0;
}
