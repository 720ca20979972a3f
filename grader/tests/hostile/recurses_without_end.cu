// fails: correctness.whole_blocks (overflows the stack of the host) on both
// says: "the program crashed"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

int deeper(volatile int* above) {
  volatile int here[1000];
  here[0] = above[0] + 1;
  return deeper(here) + here[0];
}

void matmul_naive(const float*, const float*, float*, int, int, int) {
  volatile int bottom = 0;
  deeper(&bottom);
}
