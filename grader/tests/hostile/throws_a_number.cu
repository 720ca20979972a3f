// fails: correctness.whole_blocks (throws a number) on both
// says: "an exception that is not a std::exception"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

void matmul_naive(const float*, const float*, float*, int, int, int) {
  throw 42;
}
