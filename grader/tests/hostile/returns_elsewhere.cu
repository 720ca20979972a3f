// fails: clean.whole_blocks (puts another return address on the stack) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdint>

static void store(std::uintptr_t* to) {
  to[0] = to[1] = to[2] = 0x401000;
}

static void leave() {
  std::uintptr_t last;
  store(&last + 1);
}

void matmul_naive(const float*, const float*, float*, int, int, int) {
  leave();
}
