// fails: correctness.whole_blocks (aborts) on both
// says: "SIGABRT (abort(), a failed assert"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <cstdlib>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  std::abort();
}
