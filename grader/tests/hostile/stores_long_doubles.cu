// fails: clean.whole_blocks (stores by a type that the compiler announces to nobody) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdio>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  *(long double*)((char*)stdout + 64) = 1.0L;
  std::puts("all is well");
}
