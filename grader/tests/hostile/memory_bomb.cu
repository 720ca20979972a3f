// fails: correctness.whole_blocks (takes memory until there is none) on cpu
// says: "memory|SIGKILL|killed|did not finish"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <cstdlib>
#include <cstring>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  for (;;)
    std::memset(std::malloc(1 << 24), 1, 1 << 24);
}
