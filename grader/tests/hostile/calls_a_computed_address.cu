// fails: clean.whole_blocks (calls into the middle of a function of the C library) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdint>
#include <cstdio>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  const auto inside = reinterpret_cast<std::uintptr_t>(&std::puts) + 3;
  reinterpret_cast<void (*)()>(inside)();
}
