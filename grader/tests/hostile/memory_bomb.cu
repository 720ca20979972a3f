// fails: correctness.whole_blocks (takes all the memory) on cpu: "used more than|did not finish"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <cstdlib>
#include <cstring>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  static void* volatile last; // or the compiler sees that nobody reads it, and takes none
  for (;;)
    last = std::memset(std::malloc(1 << 24), 1, 1 << 24);
}
