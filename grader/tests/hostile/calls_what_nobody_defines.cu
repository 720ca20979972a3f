// fails: build (a missing function that looks like the C++ library's) on both
// says: "'std::left_out(int)' may not be used in a submission"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

namespace std {
void left_out(int);
}

void matmul_naive(const float*, const float*, float*, int I, int, int) {
  std::left_out(I);
}
