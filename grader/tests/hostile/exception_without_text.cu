// fails: correctness.whole_blocks (throws an exception whose text is a null pointer) on both
// says: "null pointer"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <exception>

struct nothing : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

void matmul_naive(const float*, const float*, float*, int, int, int) {
  throw nothing();
}
