// fails: correctness.whole_blocks (never returns) on both
// says: "did not finish within"
// time limit: 1 s
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

void matmul_naive(const float*, const float*, float*, int, int, int) {
  for (volatile int i = 0; i >= 0; i = i & 1)
    ;
}
