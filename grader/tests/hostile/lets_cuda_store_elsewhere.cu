// fails: clean.whole_blocks (lets an out-parameter of CUDA's change stdout) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdio>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  cudaGetDeviceCount(&stdout->_fileno);
  std::puts("all is well");
}
