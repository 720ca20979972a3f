// fails: correctness.whole_blocks (crashes on the host) on both
// says: "host code used memory that is not its own|SIGSEGV"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

void matmul_naive(const float*, const float*, float*, int, int, int) {
  *reinterpret_cast<volatile int*>(8) = 0;
}
