// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a program may end while its kernels run, and nothing crashes or hangs
#include <cstddef>

__device__ unsigned total;

__global__ void count() {
  atomicAdd(&total, 1u);
}

int main() {
  for (int i = 0; i < 8; ++i)
    count<<<4, 64>>>();
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
