// fails: correctness.whole_blocks (prints without end) on both
// says: "the program printed more than 1 MiB"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <cstdio>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  for (;;)
    std::puts("all work and no play");
}
