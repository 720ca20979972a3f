// fails: clean.whole_blocks (lets a pointer to an exception be counted in stdout) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdio>
#include <cstring>
#include <exception>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  std::exception_ptr held;
  try {
    throw 1;
  } catch (...) {
    held = std::current_exception();
  }
  const char* elsewhere = reinterpret_cast<char*>(&stdout->_fileno) + 128;
  std::memcpy(static_cast<void*>(&held), &elsewhere, sizeof elsewhere);
  const std::exception_ptr counted = held;
}
